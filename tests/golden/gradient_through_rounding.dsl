# The loss goes through an integer.
#! warning: no-gradient-path@9
import tensorflow as tf

w = tf.Variable([1.2, 2.7])
with tf.GradientTape() as tape:
    hits = tf.reduce_sum(tf.cast(w, tf.int32))
    loss = tf.cast(hits, tf.float32)
print(tape.gradient(loss, w))
