# An equation with a label that is not in the inputs.
#! error: invalid-argument@5
import tensorflow as tf

print(tf.einsum("ij,jk->iz", tf.ones([2, 3]), tf.ones([3, 2])))
