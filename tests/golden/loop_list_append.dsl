# A list of per-step results, appended to in a loop on a tensor.
#! error: loop-structure-change@11
import tensorflow as tf


@tf.function
def rollout(state, steps):
    history = []
    for _ in tf.range(steps):
        state = state * 0.9
        history.append(state)
    return tf.stack(history)


print(rollout(tf.constant(1.0), tf.constant(4)))
