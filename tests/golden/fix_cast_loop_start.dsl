# A loop that divides starts with a float.
#! error: loop-dtype-change@10
import tensorflow as tf


@tf.function
def halve(steps):
    n = 16
    for _ in tf.range(steps):
        n = n / 2
    return n


print(halve(tf.constant(2)))
