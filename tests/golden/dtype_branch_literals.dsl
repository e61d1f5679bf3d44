# An int literal in one branch, a float tensor in the other.
#! error: branch-dtype-mismatch@11
import tensorflow as tf


@tf.function
def penalty(x):
    if x > 1.0:
        p = x * 0.5
    else:
        p = 0
    return p


print(penalty(tf.constant(2.0)))
