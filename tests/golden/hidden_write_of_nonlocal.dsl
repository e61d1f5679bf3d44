# A nested function changes a variable of the enclosing one inside a loop.
#! error: hidden-state-write@12
import tensorflow as tf


@tf.function
def f(xs):
    total = tf.constant(0)

    def add(v):
        nonlocal total
        total = total + v

    for x in xs:
        add(x)
    return total


print(f(tf.constant([1, 2, 3])))
