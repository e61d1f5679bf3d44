# `lathe code`: options.
#! code:
import tensorflow as tf


@tf.function
def grow(n):
    v = tf.constant([0])
    i = 0
    while i < n:
        tf.autograph.experimental.set_loop_options(maximum_iterations=3, shape_invariants=[(v, tf.TensorShape([None]))])
        v = tf.concat([v, [i]], 0)
        i += 1
    return v


@tf.function
def last(xs):
    for x in xs:
        y = x * 10
    return y


print(grow(tf.constant(5)), last(tf.constant([1, 2])))
