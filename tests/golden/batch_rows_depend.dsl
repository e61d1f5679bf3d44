# Each row of the target depends on all rows.
#! warning: batch-cross-dependency@9
import tensorflow as tf

x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x - tf.reduce_mean(x, axis=0)
print(tape.batch_jacobian(y, x))
