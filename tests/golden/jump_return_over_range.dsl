# A return out of a loop over a Python range, under a tensor condition.
#! error: jump-in-python-loop@11
import tensorflow as tf


@tf.function
def newton(x):
    for _ in range(10):
        x = x - (x * x - 2.0) / (2.0 * x)
        if tf.abs(x * x - 2.0) < 1e-6:
            return x
    return x


print(newton(tf.constant(1.0)))
