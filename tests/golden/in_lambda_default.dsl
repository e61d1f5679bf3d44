# A wrong expression in a default argument and in a decorator's argument.
#! error: unknown-api@7
#! error: unknown-api@11
import tensorflow as tf


def act(x, fn=tf.nn.relue):
    return fn(x)


@tf.function(input_signature=[tf.TensorSpec([None], tf.flot32)])
def f(x):
    return x


print(1)
