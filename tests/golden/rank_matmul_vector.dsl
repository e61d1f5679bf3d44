# matmul with a vector.
#! error: rank-mismatch@5
import tensorflow as tf

print(tf.matmul(tf.ones([2, 2]), tf.ones([2])))
