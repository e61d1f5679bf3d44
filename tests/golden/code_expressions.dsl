# `lathe code`: expressions.
#! code:
import tensorflow as tf


@tf.function
def f(a, b, x):
    c = a and not b or x > 3
    d = 0 < x < 10
    y = x if c else -x
    names = [k * 2 if a else k for k in [1, 2]]
    return c, d, y, len(names), [lambda v: v + 1 if b else v][0](y)


print(f(tf.constant(True), tf.constant(False), tf.constant(2)))
