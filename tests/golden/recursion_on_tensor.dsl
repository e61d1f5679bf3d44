# A recursion that a tensor should end.
#! error: unbounded-recursion@16
import tensorflow as tf


@tf.function
def factorial(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def fact(n):
    if n <= 1:
        return tf.constant(1)
    return n * fact(n - 1)


print(factorial(tf.constant(5)))
