# Mistakes in nested statements of the top level.
#! error: undefined-name@9
#! error: shape-mismatch@11
import tensorflow as tf

for scale in (1.0, 2.0):
    if scale > 1.0:
        with tf.name_scope("big"):
            print(tf.constant([1.0]) * scal)
    else:
        print(tf.ones([2]) + tf.ones([3]))
