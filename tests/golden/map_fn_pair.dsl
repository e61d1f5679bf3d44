# map_fn over one tensor returns two, without a signature.
#! error: map-bad-return@5
import tensorflow as tf

print(tf.map_fn(lambda x: (x, x + 1), tf.constant([1, 2])))
