# print of a tensor inside a tf.function.
#! warning: print-of-symbolic-tensor@10
#! warning: effect-at-trace@10
import tensorflow as tf


@tf.function
def f(x):
    y = x * 2
    print("y is", y)
    return y


f(tf.constant(1))
