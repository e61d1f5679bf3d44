# A scalar beside a vector.
#! error: map-scalar-element@5
import tensorflow as tf

print(tf.vectorized_map(lambda p: p[0] * p[1], (tf.constant([1.0, 2.0]), tf.constant(2.0))))
