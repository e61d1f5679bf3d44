# Shapes that do not broadcast, in a helper of a tf.function.
#! error: shape-mismatch@7
import tensorflow as tf


def normalize(x, mean):
    return x - mean


@tf.function
def f(x):
    return normalize(x, tf.reduce_mean(x, axis=1))


print(f(tf.ones([4, 3])))
