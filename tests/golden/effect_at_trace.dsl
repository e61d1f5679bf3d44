# print inside a tf.function happens once per trace.
#! warning: effect-at-trace@8
import tensorflow as tf


@tf.function
def f(x):
    print("tracing")
    return x + 1


print(f(tf.constant(1)))
