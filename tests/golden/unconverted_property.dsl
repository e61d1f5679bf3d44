# Properties are called by Python, so AutoGraph does not convert them.
#! error: tensor-as-bool@12
import tensorflow as tf


class Box:
    def __init__(self, v):
        self.v = v

    @property
    def size(self):
        if self.v > 0:
            return self.v
        return -self.v


@tf.function
def f(x):
    return Box(x).size


print(f(tf.constant(1)))
