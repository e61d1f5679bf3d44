# The running total has no value before the loop.
#! error: undefined-before-loop@9
import tensorflow as tf


@tf.function
def total(xs):
    for x in xs:
        s = s + x if x > 0 else x
    return s


print(total(tf.constant([1, 2, 3])))
