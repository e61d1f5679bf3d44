# Two names that need a value are two problems.
#! error: undefined-in-branch@10
#! error: undefined-in-branch@11
import tensorflow as tf


@tf.function
def split(x):
    if x > 0:
        low = x - 1
        high = x + 1
    a = low * 2
    b = high * 2
    return a + b


print(split(tf.constant(5)))
