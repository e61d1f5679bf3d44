# A loop's value goes back to the dtype it started with.
#! error: loop-dtype-change@10
import tensorflow as tf


@tf.function
def f(steps):
    n = tf.constant(1.5)
    for i in tf.range(steps):
        n = tf.cast(n, tf.float64) + 1.0
    return n


print(f(tf.constant(2)))
