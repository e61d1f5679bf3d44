# A comprehension over a symbolic tensor, in a lambda.
#! error: tensor-iteration@5
import tensorflow as tf

double = lambda xs: [x * 2 for x in xs]


@tf.function
def f(xs):
    return double(xs)


print(f(tf.constant([1, 2])))
