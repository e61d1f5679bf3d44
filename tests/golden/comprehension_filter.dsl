# The condition of a comprehension is a tensor.
#! error: tensor-as-bool@8
import tensorflow as tf


@tf.function
def f(a, b):
    kept = [v for v in (a, b) if v > 0]
    return tf.add_n(kept)


print(f(tf.constant(1), tf.constant(2)))
