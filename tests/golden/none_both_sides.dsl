# Both sides assign None.
#! error: none-in-branch@9
import tensorflow as tf


@tf.function
def f(x):
    if x > 0:
        y = None
    else:
        y = None
    return y


print(f(tf.constant(1)))
