# The test of a 'while' has three elements.
#! error: condition-not-scalar@8
import tensorflow as tf


@tf.function
def f(x):
    while x < 10:
        x = x * 2
    return x


print(f(tf.constant([1, 2, 3])))
