# Lambdas made in a Python loop all see its last value.
#! warning: differs-from-tensorflow@10
import tensorflow as tf


@tf.function
def f(x):
    scales = []
    for k in [1, 2, 3]:
        scales.append(lambda v: v * k)
    return [s(x) for s in scales]


print(f(tf.constant(10)))
