# Two specs for a function of one parameter.
#! error: bad-signature@6
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([])])
def f(x):
    return x


print(f(tf.constant(1.0)))
