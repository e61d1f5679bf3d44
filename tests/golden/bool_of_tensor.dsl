# bool() of a tensor in staged code.
#! error: tensor-as-bool@8
import tensorflow as tf


@tf.function
def f(x):
    flag = bool(x > 0)
    return x if flag else -x


print(f(tf.constant(1)))
