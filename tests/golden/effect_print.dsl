# print of a Python string inside a tf.function.
#! warning: effect-at-trace@8
import tensorflow as tf


@tf.function
def f(x):
    print("called")
    return x


f(tf.constant(1))
f(tf.constant(2))
