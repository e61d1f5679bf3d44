# Warnings that a comment silences, on the line and above it.
#! warning: effect-at-trace@11
import tensorflow as tf


@tf.function
def f(x):
    print("tracing")  # lathe: ignore[effect-at-trace]
    # lathe: ignore[effect-at-trace]
    print("again")
    print("third")
    return x


f(tf.constant(1))
