# A matrix where the input_signature has a vector.
#! error: signature-mismatch@11
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None])])
def total(x):
    return tf.reduce_sum(x)


print(total(tf.ones([2, 2])))
