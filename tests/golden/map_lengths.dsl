# Elements of unequal numbers.
#! error: map-leading-dimension-mismatch@6
import tensorflow as tf

pairs = (tf.constant([1, 2, 3]), tf.constant([1, 2]))
print(tf.vectorized_map(lambda p: p[0] + p[1], pairs))
