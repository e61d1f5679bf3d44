# Unpacking a symbolic tensor.
#! error: tensor-iteration@8
import tensorflow as tf


@tf.function
def f(point):
    x, y = point
    return tf.sqrt(x * x + y * y)


print(f(tf.constant([3.0, 4.0])))
