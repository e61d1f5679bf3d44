# An error two calls deep names the calls that led there.
#! error: dtype-mismatch@7
import tensorflow as tf


def inner(x):
    return x + tf.constant(1)


def outer(x):
    return inner(x)


print(outer(tf.constant(2.0)))
