# list() of a tensor as an argument.
#! error: tensor-iteration@8
import tensorflow as tf


@tf.function
def f(xs):
    return tf.add_n(list(xs))


print(f(tf.constant([1, 2])))
