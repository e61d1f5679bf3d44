# The variable is made in a helper of a helper.
#! error: variable-created-twice@7
import tensorflow as tf


def weights(n):
    return tf.Variable(tf.zeros([n]))


def bias(x):
    return x + weights(2)


@tf.function
def f(x):
    return bias(x)


print(f(tf.ones([2])))
