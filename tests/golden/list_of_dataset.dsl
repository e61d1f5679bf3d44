# list() of a dataset as an argument: tracing never finds its end.
#! error: tensor-iteration@8
import tensorflow as tf


@tf.function
def f(ds):
    return tf.add_n(list(ds))


print(f(tf.data.Dataset.range(3)))
