# A vector that grows in the loop.
#! error: loop-shape-change@10
import tensorflow as tf


@tf.function
def collect(n):
    out = tf.zeros([0], tf.int32)
    for i in tf.range(n):
        out = tf.concat([out, [i]], 0)
    return out


print(collect(tf.constant(3)))
