# A configuration dict is changed after the first call.
#! warning: frozen-value@10
import tensorflow as tf

config = {"gain": 2.0}


@tf.function
def f(x):
    return x * config["gain"]


print(f(tf.constant(1.0)))
config["gain"] = 5.0
print(f(tf.constant(1.0)))
