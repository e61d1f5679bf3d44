# A symbolic tensor as the bound of a slice of a list.
#! error: tensor-as-int@8
import tensorflow as tf


@tf.function
def f(xs, n):
    return tf.add_n(xs[:n])


print(f([tf.constant(1), tf.constant(2)], tf.constant(1)))
