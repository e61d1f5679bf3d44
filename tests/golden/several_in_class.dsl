# Three independent mistakes in the methods of one class.
#! error: unknown-attribute@14
#! error: axis-out-of-range@15
#! error: argument-mismatch@16
import tensorflow as tf


class Net:
    def __init__(self, units):
        self.w = tf.Variable(tf.ones([3, units]))

    @tf.function
    def __call__(self, x):
        h = tf.matmul(x, self.weight)
        m = tf.reduce_mean(x, axis=2)
        n = tf.reduce_sum(x, axes=0)
        return h + m + n


print(Net(2)(tf.ones([1, 3])))
