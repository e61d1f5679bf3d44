# .numpy() for a log line in the middle of a step.
#! error: tensor-to-numpy@9
import tensorflow as tf


@tf.function
def step(x):
    loss = tf.reduce_mean(x)
    print("loss", loss.numpy())
    return loss


print(step(tf.constant([1.0])))
