# for/else over a tensor.
#! error: loop-else@11
import tensorflow as tf


@tf.function
def f(xs):
    total = 0
    for x in xs:
        total += x
    else:
        total += 100
    return total


print(f(tf.constant([1, 2])))
