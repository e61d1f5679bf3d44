# A name gets its value in one branch only and is read after it.
#! error: undefined-in-branch@9
import tensorflow as tf


@tf.function
def double(x):
    if x > 0:
        y = x * 2
    return y


print(double(tf.constant(2)))
