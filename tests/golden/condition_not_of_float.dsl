# `not` of a float tensor.
#! error: condition-not-bool@8
import tensorflow as tf


@tf.function
def f(x):
    return not x


print(f(tf.constant(1.0)))
