# A vector as an operand of `and`.
#! error: condition-not-scalar@8
import tensorflow as tf


@tf.function
def f(x, y):
    if y > 0.0 and tf.reduce_sum(x) > 0.0:
        return x
    return y


print(f(tf.constant([1.0]), tf.constant([1.0, 2.0])))
