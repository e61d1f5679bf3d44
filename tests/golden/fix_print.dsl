# print becomes tf.print.
#! warning: effect-at-trace@10
#! warning: print-of-symbolic-tensor@10
import tensorflow as tf


@tf.function
def f(x):
    y = x * 2
    print("y", y)
    return y


f(tf.constant(1))
