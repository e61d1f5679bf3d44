# A step counter on the object.
#! warning: effect-at-trace@12
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.steps = 0

    @tf.function
    def train(self, x):
        self.steps += 1
        return x * 2


t = Trainer()
t.train(tf.constant(1))
t.train(tf.constant(2))
print(t.steps)
