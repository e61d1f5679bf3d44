# With fallback_to_while_loop=False what stays element by element is an error: draws from one generator have an order.
#! error: map-sequential@9
import tensorflow as tf

rng = tf.random.Generator.from_seed(1)


def noisy(x):
    return x + rng.uniform([])


print(tf.vectorized_map(noisy, tf.constant([1.0, 2.0]), fallback_to_while_loop=False).shape)
