# One branch returns, the other does not.
#! error: return-in-one-branch@9
import tensorflow as tf


@tf.function
def sign(x):
    if x > 0:
        return tf.constant(1)


print(sign(tf.constant(2)))
