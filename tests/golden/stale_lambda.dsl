# A lambda made before a loop on a tensor reads the loop's variable after it.
#! warning: stale-capture@9
import tensorflow as tf


@tf.function
def f(xs):
    last = tf.constant(0)
    get = lambda: last + 1
    for x in xs:
        last = x
    return get()


print(f(tf.constant([1, 2, 3])))
