# None as one arm of a ternary, as an argument.
#! error: none-in-branch@12
import tensorflow as tf


def scale(x, factor):
    return x if factor is None else x * factor


@tf.function
def f(x):
    return scale(x, 2.0 if x > 0.0 else None)


print(f(tf.constant(1.0)))
