# An attribute read by a helper method is changed between two calls.
#! warning: frozen-value@11
import tensorflow as tf


class Scheduler:
    def __init__(self):
        self.factor = 1.0

    def apply(self, x):
        return x * self.factor


sched = Scheduler()


@tf.function
def f(x):
    return sched.apply(x)


print(f(tf.constant(2.0)))
sched.factor = 3.0
print(f(tf.constant(2.0)))
