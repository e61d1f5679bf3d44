# A Python loop in a tf.function that never ends.
#! error: compile-time-limit@10
#! warning: large-unroll@10
import tensorflow as tf


@tf.function
def f(x):
    n = 0
    while n >= 0:
        n = n + 1
    return x


print(f(tf.constant(1)))
