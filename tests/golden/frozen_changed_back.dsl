# A value that is the same again at the next call is not frozen.
import tensorflow as tf

mode = "train"


@tf.function
def f(x):
    return x * 2 if mode == "train" else x


print(f(tf.constant(1)))
mode = "test"
mode = "train"
print(f(tf.constant(1)))
