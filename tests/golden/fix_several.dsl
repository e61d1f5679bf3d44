# Several fixes in one program.
#! warning: effect-at-trace@10
#! warning: print-of-symbolic-tensor@10
#! error: undefined-in-branch@12
import tensorflow as tf


@tf.function
def f(x, n):
    print("x", x)
    if x > 0:
        y = x
    total = y + n
    return total


print(f(tf.constant(1), tf.constant(2.0)))
