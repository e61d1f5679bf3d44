# Branches and loops as AutoGraph wants them.
import tensorflow as tf


@tf.function
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


print([int(collatz(tf.constant(k))) for k in (1, 6, 27)])
