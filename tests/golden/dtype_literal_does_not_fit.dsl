# A fraction in an int tensor.
#! error: dtype-mismatch@6
import tensorflow as tf

sizes = tf.constant([1, 2])
print(sizes + 0.5)
