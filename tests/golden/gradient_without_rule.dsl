# TensorFlow has no gradient for unique.
#! error: no-gradient-rule@8
import tensorflow as tf

x = tf.Variable([1.0, 1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.unique(x)[0])
print(tape.gradient(y, x))
