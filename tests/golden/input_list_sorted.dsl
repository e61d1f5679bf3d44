# The argument list is sorted in place.
#! error: input-mutated@8
import tensorflow as tf


@tf.function
def f(xs):
    xs.reverse()
    return xs[0] - xs[1]


print(f([tf.constant(1), tf.constant(2)]))
