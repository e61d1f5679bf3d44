# The usual `best = None` before a condition on a tensor.
#! error: none-in-branch@8
import tensorflow as tf


@tf.function
def pick(a, b):
    best = None
    if a > b:
        best = a
    return best


print(pick(tf.constant(1), tf.constant(2)))
