# State that turns into a tuple.
#! error: loop-structure-change@10
import tensorflow as tf


@tf.function
def f(n):
    pair = tf.constant(0)
    for i in tf.range(n):
        pair = (i, i + 1)
    return pair


print(f(tf.constant(2)))
