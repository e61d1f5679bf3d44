# 'while True' whose break depends on a tensor.
#! error: condition-became-tensor@9
import tensorflow as tf


@tf.function
def collatz(n):
    steps = 0
    while True:
        if n == 1:
            break
        n = tf.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    return steps


print(collatz(tf.constant(6)))
