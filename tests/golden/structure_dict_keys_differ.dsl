# Dicts with other keys on each side, returned.
#! error: branch-structure-mismatch@11
import tensorflow as tf


@tf.function
def report(x, verbose):
    if verbose:
        return {"x": x, "double": x * 2}
    else:
        return {"x": x}


print(report(tf.constant(1), tf.constant(True)))
