# The shape of a vector that grows in a loop.
#! error: loop-shape-change@11
import tensorflow as tf


@tf.function
def collect(n):
    out = tf.zeros([0], tf.int32)
    for i in tf.range(n):
        k = i * i
        out = tf.concat([out, [k]], 0)
    return out


print(collect(tf.constant(3)))
