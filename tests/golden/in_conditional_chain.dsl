# A chained comparison of vectors.
#! error: condition-not-scalar@7
import tensorflow as tf

a = tf.ones([2])
b = tf.ones([3])
print(0 < a < b)
