# A method called in a branch on a tensor writes an attribute.
#! error: hidden-state-write@11
import tensorflow as tf


class Counter:
    def __init__(self):
        self.count = tf.constant(0)

    def bump(self):
        self.count = self.count + 1


counter = Counter()


@tf.function
def step(x):
    if x > 0:
        counter.bump()
    return counter.count


print(step(tf.constant(1)))
