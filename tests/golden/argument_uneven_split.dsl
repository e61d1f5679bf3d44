# Seven elements in two parts.
#! error: invalid-argument@5
import tensorflow as tf

a, b = tf.split(tf.range(7), 2)
print(a, b)
