# The operand that loses nothing is cast.
#! error: dtype-mismatch@7
import tensorflow as tf


def mean(values, count):
    return tf.reduce_sum(values) / count * count


print(mean(tf.constant([1.0, 2.0]), tf.constant(2)))
