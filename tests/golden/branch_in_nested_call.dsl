# The branch is in a helper two calls below the tf.function.
#! error: undefined-in-branch@8
import tensorflow as tf


def clip_low(v):
    if v < 0.0:
        out = tf.zeros_like(v)
    return out


def clean(v):
    return clip_low(v) + 1.0


@tf.function
def model(v):
    return clean(v) * 2.0


print(model(tf.constant(-3.0)))
