# A negative axis that is too small.
#! error: axis-out-of-range@5
import tensorflow as tf

print(tf.stack([tf.ones([2]), tf.ones([2])], axis=-3))
