# A symbolic tensor as an index of a Python list.
#! error: tensor-as-int@10
import tensorflow as tf

names = ["a", "b", "c"]


@tf.function
def f(i):
    return tf.constant(names[i])


print(f(tf.constant(1)))
