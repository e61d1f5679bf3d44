# Names of TensorFlow 1.
#! error: unknown-api@6
#! error: unknown-api@7
import tensorflow as tf

x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    print(sess.run(x))
