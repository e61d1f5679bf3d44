# Keywords that the function does not have.
#! error: argument-mismatch@6
#! error: argument-mismatch@13
import tensorflow as tf

print(tf.reduce_sum([1, 2], dim=0))


def scale(x, by=2):
    return x * by


print(scale(1, factor=3))
