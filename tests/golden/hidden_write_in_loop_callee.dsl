# A callee adds to a list of the object inside a loop on a tensor.
#! error: hidden-state-write@11
import tensorflow as tf


class Log:
    def __init__(self):
        self.items = []

    def add(self, v):
        self.items.append(v)


@tf.function
def f(xs):
    log = Log()
    for x in xs:
        log.add(x)
    return tf.reduce_sum(xs)


print(f(tf.constant([1, 2])))
