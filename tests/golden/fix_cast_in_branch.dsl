# The literal of one branch takes the other's dtype.
#! error: branch-dtype-mismatch@11
import tensorflow as tf


@tf.function
def f(x):
    if x > 0.0:
        y = x * 0.5
    else:
        y = 0
    return y


print(f(tf.constant(2.0)))
