# A guard at the head of a function returns, the rest falls off the end.
#! error: return-in-one-branch@9
import tensorflow as tf


@tf.function
def safe_log(x):
    if x > 0.0:
        return tf.math.log(x)
    tf.print("not positive")


print(safe_log(tf.constant(2.0)))
