# A Python loop of 5,000 iterations in a tf.function.
#! warning: large-unroll@8
import tensorflow as tf


@tf.function
def f(x):
    for _ in range(5000):
        x = x + 1
    return x


print(f(tf.constant(0)))
