# Each element gives a vector of its own length.
#! error: map-ragged-shape@7
import tensorflow as tf


def steps(n):
    return tf.range(n)


print(tf.vectorized_map(steps, tf.constant([1, 2, 3])))
