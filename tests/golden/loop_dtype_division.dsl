# Division makes a float64 of the ints that the loop starts with.
#! error: loop-dtype-change@9
import tensorflow as tf


@tf.function
def halve(n, steps):
    for _ in tf.range(steps):
        n = n / 2
    return n


print(halve(tf.constant(16), tf.constant(2)))
