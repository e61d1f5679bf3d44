# The number of elements as a condition.
#! error: condition-not-bool@8
import tensorflow as tf


@tf.function
def f(x):
    if tf.size(x):
        return x * 2
    return x


print(f(tf.constant([1, 2])))
