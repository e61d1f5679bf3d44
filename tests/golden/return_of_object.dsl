# A tf.function returns an object of the program.
#! error: unsupported-return-value@13
import tensorflow as tf


class Result:
    def __init__(self, v):
        self.v = v


@tf.function
def f(x):
    return Result(x)


print(f(tf.constant(1)))
