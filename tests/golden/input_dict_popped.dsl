# A key of the argument is removed.
#! error: input-mutated@8
import tensorflow as tf


@tf.function
def loss(batch):
    y = batch.pop("label")
    return tf.reduce_sum(batch["x"] - y)


print(loss({"x": tf.constant([1.0]), "label": tf.constant([2.0])}))
