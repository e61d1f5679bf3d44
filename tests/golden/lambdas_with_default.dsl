# A default argument keeps the value of the iteration: nothing to say.
import tensorflow as tf


@tf.function
def f(x):
    scales = []
    for k in [1, 2, 3]:
        scales.append(lambda v, k=k: v * k)
    return [s(x) for s in scales]


print(f(tf.constant(10)))
