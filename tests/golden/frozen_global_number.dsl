# The learning rate is a global that the training loop lowers.
#! warning: frozen-value@11
import tensorflow as tf

rate = 0.1
w = tf.Variable(1.0)


@tf.function
def step(grad):
    w.assign_sub(rate * grad)
    return w.read_value()


print(step(tf.constant(1.0)))
rate = 0.01
print(step(tf.constant(1.0)))
