# The loop sets its own state back to None.
#! error: none-in-loop@11
import tensorflow as tf


@tf.function
def f(n):
    pending = tf.constant(0)
    for i in tf.range(n):
        total = pending + i
        pending = None
    return pending


print(f(tf.constant(3)))
