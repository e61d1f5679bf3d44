# A constant index that is not there.
#! error: index-out-of-range@6
import tensorflow as tf

v = tf.constant([1, 2, 3])
print(v[3])
