# A result that cannot be stacked.
#! error: map-bad-return@5
import tensorflow as tf

print(tf.vectorized_map(lambda x: object(), tf.constant([1.0])))
