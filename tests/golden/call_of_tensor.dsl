# Missing operator: a tensor is called.
#! error: not-callable@7
import tensorflow as tf


def area(r):
    return 3.14(r * r)


print(area(tf.constant(2.0)))
