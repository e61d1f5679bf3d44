# The result of write() is dropped in a loop.
#! error: unused-tensorarray-write@10
import tensorflow as tf


@tf.function
def squares(n):
    ta = tf.TensorArray(tf.int32, size=n)
    for i in tf.range(n):
        ta.write(i, i * i)
    return ta.stack()


print(squares(tf.constant(3)))
