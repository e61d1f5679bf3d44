# input_signature holds dtypes.
#! error: bad-signature@6
import tensorflow as tf


@tf.function(input_signature=[tf.float32])
def f(x):
    return x


print(f(tf.constant(1.0)))
