# l[-1] is no state of a loop for AutoGraph.
#! error: tensor-leak@10
import tensorflow as tf


@tf.function
def f(n):
    l = [0, 0]
    for i in tf.range(n):
        l[-1] = l[-1] + i
    return l[1]


print(f(tf.constant(3)))
