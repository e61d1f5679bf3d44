# A name that exists and is not implemented.
#! error: unsupported-api@5
import tensorflow as tf

with tf.distribute.MirroredStrategy().scope():
    v = tf.Variable(1.0)
print(v)
