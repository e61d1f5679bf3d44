# A search over a Python list of tensors stops at a tensor condition.
#! error: jump-in-python-loop@12
import tensorflow as tf


@tf.function
def first_positive(a, b, c):
    found = a
    for x in [a, b, c]:
        if x > 0:
            found = x
            break
    return found


print(first_positive(tf.constant(-1), tf.constant(2), tf.constant(3)))
