# A comment that names another diagnostic silences nothing.
#! warning: effect-at-trace@8
import tensorflow as tf


@tf.function
def f(x):
    print("tracing")  # lathe: ignore[frozen-value]
    return x


f(tf.constant(1))
