# An attribute that only one branch of a method sets.
#! error: undefined-in-branch@10
import tensorflow as tf


class Gate:
    @tf.function
    def open(self, x):
        if tf.reduce_sum(x) > 0.0:
            self.scale = x * 2.0
        return self.scale


print(Gate().open(tf.constant([1.0, 2.0])))
