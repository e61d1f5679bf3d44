# A name that one branch assigns starts as zeros.
#! error: undefined-in-branch@9
import tensorflow as tf


@tf.function
def f(x):
    if x > 0:
        y = x * 2
    return y


print(f(tf.constant(3)))
