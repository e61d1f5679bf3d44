# Parts of a concat with other widths.
#! error: shape-mismatch@5
import tensorflow as tf

print(tf.concat([tf.zeros([2, 3]), tf.zeros([2, 4])], axis=0))
