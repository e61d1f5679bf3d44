# The invariant promises a length that the loop does not keep.
#! error: shape-invariant-mismatch@10
import tensorflow as tf


@tf.function
def f(n):
    v = tf.constant([0, 0])
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([3]))])
        v = tf.concat([v, [i]], 0)
    return v


print(f(tf.constant(2)))
