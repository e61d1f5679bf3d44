# The same, silenced by a comment.
import tensorflow as tf


@tf.function
def f(x):
    print("tracing")  # lathe: ignore[effect-at-trace]
    return x + 1


print(f(tf.constant(1)))
