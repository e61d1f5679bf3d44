# reduce_all of ints, softmax of ints.
#! error: unsupported-dtype@7
#! error: unsupported-dtype@8
import tensorflow as tf

x = tf.constant([1, 2])
print(tf.reduce_all(x))
print(tf.nn.softmax(x))
