# A flag makes the function create a variable on a later call only.
#! error: variable-created-late@14
import tensorflow as tf


class Net:
    def __init__(self):
        self.bias = None

    @tf.function
    def __call__(self, x, use_bias):
        if use_bias:
            if self.bias is None:
                self.bias = tf.Variable(1.0)
            return x + self.bias
        return x


net = Net()
print(net(tf.constant(1.0), False))
print(net(tf.constant(1.0), True))
