# A list that is an argument must be as it was, also where it would become a list of a length that only run time knows.
# lathe: extensions
#! error: input-mutated@10
import tensorflow as tf


@tf.function
def f(xs, n):
    for i in tf.range(n):
        xs.append(i)
    return len(xs)


print(f([tf.constant(1)], tf.constant(3)))
