# A Python literal starts the sum as int32.
#! error: dtype-mismatch@10
import tensorflow as tf


@tf.function
def total(values):
    result = 0
    for v in values:
        result = result + v
    return result


print(total(tf.constant([1.5, 2.5])))
