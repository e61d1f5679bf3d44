# The same in a method, with the shape of a matrix, and a second name.
#! error: undefined-in-branch@11
#! error: undefined-in-branch@12
import tensorflow as tf


class Gate:
    @tf.function
    def __call__(self, x, on):
        if on:
            a = tf.matmul(x, x)
            b = tf.reduce_sum(x, axis=0)
        return a + b


print(Gate()(tf.ones([2, 2]), tf.constant(True)))
