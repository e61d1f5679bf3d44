# The variable is made before the function.
#! error: variable-created-twice@8
import tensorflow as tf


@tf.function
def layer(x):
    w = tf.Variable(tf.ones([2, 2]))
    return tf.matmul(x, w)


print(layer(tf.ones([1, 2])))
