# A method counts the large values in a Python attribute, under a tensor condition.
#! error: hidden-state-write@11
import tensorflow as tf


class Counter:
    def __init__(self):
        self.seen = 0

    def note(self):
        self.seen += 1

    @tf.function
    def __call__(self, x):
        if x > 10:
            self.note()
        return x + self.seen


c = Counter()
print(c(tf.constant(3)))
