# `lathe code`: while.
#! code:
import tensorflow as tf


@tf.function
def f(x):
    s = 0
    while x > 0:
        if x % 2 == 0:
            s += x
        x -= 1
    return s


print(f(tf.constant(6)))
