# The element appended in one branch is used after it.
#! error: tensor-leak@10
import tensorflow as tf


@tf.function
def f(x):
    parts = [x]
    if x > 0:
        parts.append(x * 2)
    return tf.add_n(parts)


print(f(tf.constant(3)))
