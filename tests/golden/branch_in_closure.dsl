# A nested function with a condition on a tensor of the enclosing one.
#! error: undefined-in-branch@11
import tensorflow as tf


def make(threshold):
    @tf.function
    def step(x):
        def adjust():
            if x > threshold:
                y = x - threshold
            return y

        return adjust()

    return step


print(make(2)(tf.constant(3)))
