# The mapped function counts in a variable.
#! error: map-shared-write@9
import tensorflow as tf

hits = tf.Variable(0)


def work(x):
    hits.assign_add(1)
    return x * x


print(tf.vectorized_map(work, tf.constant([1.0, 2.0])))
