# set_loop_options in a function that the loop calls.
#! error: loop-options-position@7
import tensorflow as tf


def configure():
    tf.autograph.experimental.set_loop_options(maximum_iterations=10)


@tf.function
def f(n):
    i = tf.constant(0)
    while i < n:
        configure()
        i += 1
    return i


print(f(tf.constant(3)))
