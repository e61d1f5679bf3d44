# A tf.function returns a closure.
#! error: unsupported-return-value@11
import tensorflow as tf


@tf.function
def curry(x):
    def add(y):
        return x + y

    return add


print(curry(tf.constant(1)))
