# sorted(tensor, reverse=False).
#! warning: differs-from-tensorflow@8
import tensorflow as tf


@tf.function
def f(xs):
    return sorted(xs, reverse=False)


print(f(tf.constant([2, 1])))
