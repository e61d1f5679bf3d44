# A Python counter that turns into a tensor in the body.
#! error: condition-became-tensor@9
import tensorflow as tf


@tf.function
def f(step):
    i = 0
    while i < 10:
        i = i + step
    return i


print(f(tf.constant(3)))
