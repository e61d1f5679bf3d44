# batch_jacobian of a vector.
#! error: jacobian-shape@9
import tensorflow as tf

x = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
print(tape.batch_jacobian(y, x))
