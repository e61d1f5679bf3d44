# A call that traces again reads the new value.
import tensorflow as tf

bias = 1


@tf.function
def f(x):
    return x + bias


print(f(tf.constant(1)))
bias = 2
print(f(tf.constant([1])))
