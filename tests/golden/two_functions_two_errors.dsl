# An error in each of two tf.functions.
#! error: undefined-in-branch@10
#! error: loop-dtype-change@18
import tensorflow as tf


@tf.function
def f(x):
    if x > 0:
        y = x
    return y


@tf.function
def g(n):
    s = 0
    for i in tf.range(n):
        s = tf.cast(i, tf.float32)
    return s


print(f(tf.constant(1)))
print(g(tf.constant(2)))
