# The first question of the page that the product starts from: a variable made at every call.
#! error: variable-created-twice@9
#
import tensorflow as tf


@tf.function
def scaled(x):
    v = tf.Variable(2.0)
    return v * x


print(scaled(tf.constant(3.0)))
