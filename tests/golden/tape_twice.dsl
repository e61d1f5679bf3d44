# Two gradients of one tape.
#! error: tape-used-twice@10
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
    z = y * x
print(tape.gradient(y, x))
print(tape.gradient(z, x))
