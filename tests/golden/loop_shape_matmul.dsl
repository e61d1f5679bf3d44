# A matrix that loses its known size.
#! error: loop-shape-change@9
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([2, 2]), tf.TensorSpec([None, None])])
def f(a, b):
    for _ in tf.range(3):
        a = tf.matmul(a, b)
    return a


print(f(tf.ones([2, 2]), tf.ones([2, 2])))
