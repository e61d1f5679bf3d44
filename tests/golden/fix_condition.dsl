# A count as a condition is compared with 0.
#! error: condition-not-bool@8
import tensorflow as tf


@tf.function
def f(x):
    if tf.size(x):
        return x * 2
    else:
        return x


print(f(tf.constant([1, 2])))
