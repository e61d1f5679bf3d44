# Loops over datasets in printed code: the next element is carried as an optional; builtins over datasets become methods.
#! code:
import tensorflow as tf


@tf.function
def until(ds):
    s = tf.constant(0, tf.int64)
    for i, x in enumerate(ds):
        if x > 2:
            break
        s += i * x
    return s


@tf.function
def total(ds):
    s = tf.constant(0, tf.int64)
    for x in ds:
        s += x
    return s


print(until(tf.data.Dataset.range(5)))
print(total(tf.data.Dataset.range(5)))
