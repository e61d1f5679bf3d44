# Three indices into a matrix.
#! error: rank-mismatch@6
import tensorflow as tf

m = tf.ones([2, 2])
print(m[0, 1, 0])
