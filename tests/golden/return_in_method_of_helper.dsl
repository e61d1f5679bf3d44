# The conditional return is in a method that a tf.function calls.
#! error: return-in-one-branch@12
import tensorflow as tf


class Clipper:
    def __init__(self, limit):
        self.limit = limit

    def clip(self, x):
        if x > self.limit:
            return tf.constant(self.limit)


@tf.function
def f(x):
    return Clipper(3.0).clip(x)


print(f(tf.constant(5.0)))
