# A ternary of an int64 and an int32 tensor.
#! error: branch-dtype-mismatch@8
import tensorflow as tf


@tf.function
def count(x):
    n = tf.size(x, out_type=tf.int64) if tf.reduce_any(x > 0) else tf.constant(0)
    return n


print(count(tf.constant([1, -1])))
