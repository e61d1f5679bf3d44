# A 'while' on a tensor reads a name of its previous iteration.
#! error: undefined-before-loop@11
import tensorflow as tf


@tf.function
def f(n):
    i = tf.constant(0)
    while i < n:
        if i > 0:
            last = last + i
        else:
            last = i
        i += 1
    return i


print(f(tf.constant(3)))
