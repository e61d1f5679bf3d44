# The layer's input is an int tensor.
#! error: dtype-mismatch@11
import tensorflow as tf


class Dense:
    def __init__(self, n):
        self.w = tf.Variable(tf.ones([n, 2]))

    def __call__(self, x):
        return tf.matmul(x, self.w)


print(Dense(2)(tf.constant([[1, 2]])))
