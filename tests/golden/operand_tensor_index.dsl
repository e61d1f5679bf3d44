# A float and a string as an index.
#! error: unsupported-operand@7
#! error: unsupported-operand@8
import tensorflow as tf

v = tf.constant([1, 2, 3])
print(v[1.0])
print(v["a"])
