# A dict gains a key in a loop on a tensor.
#! error: loop-structure-change@10
import tensorflow as tf


@tf.function
def f(xs):
    acc = {"sum": tf.constant(0)}
    for x in xs:
        acc = {"sum": acc["sum"] + x, "last": x}
    return acc["sum"]


print(f(tf.constant([1, 2])))
