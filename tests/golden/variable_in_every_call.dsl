# A dense layer written as a function makes its weights on each call.
#! error: variable-created-twice@8
import tensorflow as tf


@tf.function
def dense(x):
    w = tf.Variable(tf.ones([2, 2]))
    return tf.matmul(x, w)


print(dense(tf.ones([1, 2])))
