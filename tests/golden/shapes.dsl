# Both shapes are printed.
#! error: shape-mismatch@5
import tensorflow as tf

print(tf.zeros([2, 3]) @ tf.zeros([2, 3]))
