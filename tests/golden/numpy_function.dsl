# A NumPy function on a symbolic tensor.
#! error: tensor-to-numpy@9
import numpy as np
import tensorflow as tf


@tf.function
def f(x):
    return np.sum(x)


print(f(tf.constant([1.0, 2.0])))
