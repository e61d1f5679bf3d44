# assert on a tensor.
#! error: tensor-as-bool@8
import tensorflow as tf


@tf.function
def root(x):
    assert x >= 0.0, "negative"
    return tf.sqrt(x)


print(root(tf.constant(4.0)))
