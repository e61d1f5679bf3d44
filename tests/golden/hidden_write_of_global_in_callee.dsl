# A helper keeps the last value in a global, called from a branch.
#! error: hidden-state-write@10
import tensorflow as tf

last = tf.constant(0)


def remember(v):
    global last
    last = v


@tf.function
def f(x):
    if x > 0:
        remember(x * 2)
    return x


print(f(tf.constant(1)))
