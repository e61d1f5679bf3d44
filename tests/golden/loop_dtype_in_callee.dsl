# The loop is in a helper that gets its start value as an argument.
#! error: loop-dtype-change@9
import tensorflow as tf


def accumulate(start, xs):
    for x in xs:
        start = start + tf.cast(x, start.dtype)
        start = tf.cast(start, tf.float64)
    return start


@tf.function
def f(xs):
    return accumulate(tf.constant(0.0), xs)


print(f(tf.constant([1, 2])))
