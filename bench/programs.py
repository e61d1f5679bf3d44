#!/usr/bin/env python3
"""Writes a program of about LINES lines, of the kind that people write: functions, traced functions with branches and
loops on tensors, classes with variables, comprehensions, f-strings, and calls of all of them. Every block differs in its
names and constants. The program also runs under CPython with TensorFlow.

usage: programs.py LINES > program.dsl
"""
import sys

HEAD = '''\
"""A generated program: every block defines things and uses them."""
import math

import tensorflow as tf

history = []
'''

BLOCK = '''

def scale_{k}(x, factor={k}.5, *, offset=0.25):
    """Scales and shifts `x`."""
    total = 0
    for i in range(4):
        if i % 2 == 0:
            total += i * {k}
        else:
            total -= 1
    return x * factor + offset + float(total)


@tf.function
def clip_{k}(x, limit):
    # A branch, a loop with a condition and a loop over a range.
    if tf.reduce_sum(x) > limit:
        y = x - limit
    elif tf.reduce_sum(x) < -limit:
        y = x + limit
    else:
        y = x * 0.5
    i = tf.constant(0)
    while i < {k} % 7 + 2:
        y = y * 0.75 + tf.cast(i, tf.float32)
        i += 1
        if tf.reduce_max(y) > 1000.0:
            break
    for v in tf.range(3):
        if v == 1:
            continue
        y += tf.cast(v, tf.float32) / {k}.0
    return y


class Layer_{k}(tf.Module):
    """A dense layer with a bias and a counter of calls."""

    def __init__(self, units, activation=None):
        super().__init__()
        self.units = units
        self.activation = activation
        self.weights = tf.Variable(tf.ones([3, units]) * 0.{k}, name="weights")
        self.bias = tf.Variable(tf.zeros([units]), name="bias")
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        y = tf.matmul(x, self.weights) + self.bias
        if self.activation is not None:
            y = self.activation(y)
        return y

    @property
    def size(self):
        return sum(math.prod(v.shape.as_list()) for v in (self.weights, self.bias))


layer_{k} = Layer_{k}(2, activation=tf.nn.relu)
x_{k} = tf.reshape(tf.range(6.0), [2, 3]) / {k}.0
y_{k} = layer_{k}(scale_{k}(x_{k}, offset=0.5))
settings_{k} = {{"rate": 0.1 * {k}, "names": [f"n{{i}}" for i in range(3)], "squares": {{i: i * i for i in range(4)}}}}
with tf.GradientTape() as tape:
    loss_{k} = tf.reduce_mean(tf.square(layer_{k}(x_{k}) - 1.0))
gradients = tape.gradient(loss_{k}, [layer_{k}.weights, layer_{k}.bias])
for variable, gradient in zip([layer_{k}.weights, layer_{k}.bias], gradients):
    variable.assign_sub(settings_{k}["rate"] * gradient)
history.append((loss_{k}, clip_{k}(y_{k}, 10.0)))
print(f"block {k}: {{layer_{k}.size}} numbers, {{layer_{k}.calls}} calls, {{', '.join(settings_{k}['names'])}}")
'''

TAIL = '''

print(len(history), [round(float(loss), 3) for loss, _ in history[:3]])
'''


def program(lines):
    text = HEAD
    k = 0
    per_block = BLOCK.count("\n")
    while text.count("\n") + per_block <= lines:
        k += 1
        text += BLOCK.format(k=k)
    return text + TAIL


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    sys.stdout.write(program(int(sys.argv[1])))
