# set_loop_options after another statement.
#! error: loop-options-position@11
import tensorflow as tf


@tf.function
def f(n):
    v = tf.constant([0])
    for i in tf.range(n):
        nxt = i + 1
        tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
        v = tf.concat([v, [nxt]], 0)
    return v


print(f(tf.constant(2)))
