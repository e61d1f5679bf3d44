# The same in eager code, in a loop.
#! error: tensor-item-assignment@7
import tensorflow as tf

grid = tf.zeros([2, 2])
for i in range(2):
    grid[i, i] = 1.0
print(grid)
