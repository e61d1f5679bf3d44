# One element of a tensor is assigned.
#! error: tensor-item-assignment@8
import tensorflow as tf


@tf.function
def f(x):
    x[0] = 5
    return x


print(f(tf.constant([1, 2])))
