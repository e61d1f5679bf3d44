# `lathe code`: versions.
#! code:
import tensorflow as tf


@tf.function
def countdown(n):
    steps = 0
    while n > 0:
        n -= 2
        steps += 1
    return steps


def relu(x):
    if x > 0:
        return x
    return 0


@tf.function
def g(x):
    return relu(x) + 1


print(countdown(tf.constant(5)), countdown(3), relu(-2), g(tf.constant(4)))
