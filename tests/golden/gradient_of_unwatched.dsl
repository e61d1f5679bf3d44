# A constant is not watched.
#! warning: no-gradient-path@8
import tensorflow as tf

x = tf.constant(3.0)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))
