# `lathe code --function`: one of several.
#! code: --function sign --plain
import tensorflow as tf


@tf.function
def first_large(xs, limit):
    found = -1
    for x in xs:
        if x < 0:
            continue
        if x > limit:
            found = x
            break
    for name in ["a", "b", "c"]:
        if name == "b":
            break
    return found


@tf.function
def sign(x):
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0


print(first_large(tf.constant([1, -5, 7, 9]), tf.constant(3)), sign(tf.constant(-4)))
