# tf.constant of a fraction as int32.
#! error: dtype-mismatch@5
import tensorflow as tf

print(tf.constant(1.5, tf.int32))
