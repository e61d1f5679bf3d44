# The mapped function collects its elements in a list.
#! error: map-shared-write@9
import tensorflow as tf

seen = []


def work(x):
    seen.append(x)
    return x * x


print(tf.vectorized_map(work, tf.constant([1.0, 2.0])))
