# `lathe code`: for.
#! code:
import tensorflow as tf


@tf.function
def total(n, xs, rows):
    s = 0
    for i in tf.range(n):
        s += i
    for k in tf.range(10, 0, -2):
        k = k * 2
        s += k
    for x in xs:
        for y in rows * x:
            s += y
    for j in range(3):  # stays
        s += j
    return s


print(total(tf.constant(4), tf.constant([1, 2]), tf.constant([3, 4, 5])))
