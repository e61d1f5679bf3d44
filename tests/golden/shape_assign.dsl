# A variable gets a value of another shape.
#! error: shape-mismatch@6
import tensorflow as tf

v = tf.Variable(tf.zeros([3]))
v.assign(tf.ones([4]))
