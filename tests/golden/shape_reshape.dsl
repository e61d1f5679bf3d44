# A reshape that cannot fit.
#! error: shape-mismatch@6
import tensorflow as tf

images = tf.zeros([2, 28, 28])
print(tf.reshape(images, [2, 700]))
