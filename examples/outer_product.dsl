# The outer product of every pair of rows, and per-example gradients, with tf.vectorized_map.
import tensorflow as tf


def outer_product(pair):
    left, right = pair
    return tf.expand_dims(left, 1) * tf.expand_dims(right, 0)


a = tf.reshape(tf.range(6, dtype=tf.float32), [2, 3])
b = tf.constant([[1.0, 10.0], [2.0, 20.0]])
products = tf.vectorized_map(outer_product, (a, b))
print("shape:", products.shape)
print(products.numpy())

weights = tf.constant([0.5, -1.0, 2.0])


def gradient_of_example(example):
    x, y = example
    with tf.GradientTape() as tape:
        tape.watch(weights)
        loss = tf.square(tf.reduce_sum(x * weights) - y)
    return tape.gradient(loss, weights)


targets = tf.constant([1.0, -2.0])
gradients = tf.vectorized_map(gradient_of_example, (a, targets))
print("gradients per example:")
print(gradients.numpy())
print("their mean:", tf.reduce_mean(gradients, axis=0).numpy())
