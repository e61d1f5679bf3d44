# The best element so far starts as None.
#! error: none-before-loop@8
import tensorflow as tf


@tf.function
def best_of(xs):
    best = None
    for x in xs:
        best = x if best is None else tf.maximum(best, x)
    return best


print(best_of(tf.constant([3, 1, 2])))
