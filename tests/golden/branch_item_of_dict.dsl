# An item of a dict that only the 'else' branch adds.
#! error: undefined-in-branch@12
import tensorflow as tf


@tf.function
def summary(x):
    out = {"sum": tf.reduce_sum(x)}
    if x[0] > 0:
        out["sum"] += 1
    else:
        out["max"] = tf.reduce_max(x)
    return out["max"]


print(summary(tf.constant([3, 4])))
