# A condition on a tensor in code that AutoGraph leaves alone.
#! error: tensor-as-bool@8
import tensorflow as tf


@tf.autograph.experimental.do_not_convert
def relu(x):
    if x > 0.0:
        return x
    return 0.0


@tf.function
def f(x):
    return relu(x)


print(f(tf.constant(1.0)))
