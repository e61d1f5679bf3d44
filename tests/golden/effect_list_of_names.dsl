# A log that is written once per trace.
#! warning: effect-at-trace@10
import tensorflow as tf

log = []


@tf.function
def f(x, name):
    log.append(name)
    return x + 1


print(f(tf.constant(1), "a"), f(tf.constant(2), "a"), log)
