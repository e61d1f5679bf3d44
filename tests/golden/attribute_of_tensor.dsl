# PyTorch's and NumPy's methods on a tensor.
#! error: unknown-attribute@7
#! error: unknown-attribute@8
import tensorflow as tf

x = tf.constant([[1.0, 2.0]])
print(x.view(2, 1))
print(x.mean())
