# A generator function in staged code.
#! error: unsupported-syntax@8
import tensorflow as tf


def pairs(n):
    for i in range(n):
        yield i, i * i


@tf.function
def f(x):
    total = x
    for a, b in pairs(3):
        total += a * b
    return total


print(f(tf.constant(1)))
