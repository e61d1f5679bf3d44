# The argument does not fit the input_signature.
#! error: signature-mismatch@11
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def total(x):
    return tf.reduce_sum(x)


print(total(tf.constant([1, 2])))
