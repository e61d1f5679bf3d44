# `lathe code`: names.
#! code: --plain
import tensorflow as tf


then = 5
loop_body = 6


@tf.function
def f(x, did_break):
    index = 0
    for row in x:
        if row > did_break:
            break
        index += row
    if x[0] > then:
        index = index + loop_body
    return index


print(f(tf.constant([1, 2, 3]), tf.constant(2)))
