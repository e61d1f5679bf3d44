# What is made of a wrong value is not reported again.
#! error: shape-mismatch@7
import tensorflow as tf


def load():
    return tf.ones([2, 2]) + tf.ones([3])


data = load()
print(data.shape[0] + len(data), data[5], float(data), [d * 2 for d in data])
for row in data:
    print(row.nonsense)
