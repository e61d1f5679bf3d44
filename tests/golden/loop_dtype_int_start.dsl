# A float sum that starts as an int.
#! error: dtype-mismatch@10
import tensorflow as tf


@tf.function
def mean(xs):
    s = 0
    for x in xs:
        s += x
    return s


print(mean(tf.constant([1.5, 2.5])))
