# A return from the middle of a loop over a tensor.
#! error: return-in-loop@11
import tensorflow as tf


@tf.function
def find(xs, key):
    i = 0
    for x in xs:
        if x == key:
            return i
        i += 1
    return -1


print(find(tf.constant([4, 5, 6]), tf.constant(5)))
