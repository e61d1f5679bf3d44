# A tuple on one side, a tensor on the other.
#! error: branch-structure-mismatch@11
import tensorflow as tf


@tf.function
def f(x):
    if x > 0:
        r = (x, x * 2)
    else:
        r = x
    return r


print(f(tf.constant(1)))
