# `lathe code`: branch.
#! code:
import tensorflow as tf


@tf.function
def clip(x, limit):
    # Values above the limit
    # are cut.
    y = x * 2  # twice
    if y > limit:  # too large
        y = limit
        z = y + 1
    elif y < 0:
        z = -y
    else:
        z = y
    return y, z


print(clip(tf.constant(3), tf.constant(5)))
