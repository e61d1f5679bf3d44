# A float64 NumPy array beside a float32 variable.
#! error: dtype-mismatch@8
import numpy as np
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
x = tf.constant(np.array([3.0, 4.0]))
print(w * x)
