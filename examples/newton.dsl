# Newton's method for square roots: a while loop whose condition is a tensor.
import tensorflow as tf


@tf.function
def square_root(x, tolerance):
    guess = tf.maximum(x, 1.0)
    steps = tf.constant(0)
    while tf.abs(guess * guess - x) > tolerance * x:
        guess = 0.5 * (guess + x / guess)
        steps += 1
        if steps >= 50:
            break
    return guess, steps


for value in [2.0, 10.0, 144.0, 1e6]:
    root, steps = square_root(tf.constant(value, tf.float64), tf.constant(1e-12, tf.float64))
    print(f"sqrt({value:g}) = {float(root):.9f}  after {int(steps)} steps")


@tf.function
def cube_root(x):
    y = x
    for _ in tf.range(100):
        step = (y * y * y - x) / (3.0 * y * y)
        y -= step
        if tf.abs(step) < 1e-12:
            break
    return y


print("cube root of 27:", round(float(cube_root(tf.constant(27.0, tf.float64))), 9))
