# An int tensor times a float tensor.
#! error: dtype-mismatch@7
import tensorflow as tf

counts = tf.constant([1, 2, 3])
weights = tf.constant([0.5, 0.25, 0.25])
print(tf.reduce_sum(counts * weights))
