# The inner dimensions of a product differ.
#! error: shape-mismatch@7
import tensorflow as tf

x = tf.ones([4, 3])
w = tf.ones([4, 2])
print(tf.matmul(x, w))
