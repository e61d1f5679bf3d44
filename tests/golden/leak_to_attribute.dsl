# The loss is kept on the object by a tf.function and read in eager code.
#! error: tensor-leak@10
#! warning: effect-at-trace@10
import tensorflow as tf


class Model:
    @tf.function
    def step(self, x):
        self.loss = tf.reduce_mean(x)
        return x


m = Model()
m.step(tf.constant([1.0, 3.0]))
print(float(m.loss))
