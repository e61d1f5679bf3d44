# A variable gets a value of another dtype.
#! error: dtype-mismatch@11
import tensorflow as tf


class Mean:
    def __init__(self):
        self.total = tf.Variable(0.0)

    def update(self, values):
        self.total.assign_add(tf.reduce_sum(values))


Mean().update(tf.constant([1, 2]))
