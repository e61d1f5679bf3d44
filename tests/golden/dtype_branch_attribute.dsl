# An attribute of a local object has another dtype on each side.
#! error: branch-dtype-mismatch@16
import tensorflow as tf


class State:
    pass


@tf.function
def f(x):
    s = State()
    if x > 0:
        s.v = tf.cast(x, tf.float64)
    else:
        s.v = tf.cast(x, tf.float32)
    return s.v


print(f(tf.constant(1)))
