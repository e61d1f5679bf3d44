# The chain of conditions has no 'else'.
#! error: undefined-in-branch@11
import tensorflow as tf


@tf.function
def grade(score):
    if score > 90:
        mark = 1
    elif score > 50:
        mark = 2
    return mark


print(grade(tf.constant(70)))
