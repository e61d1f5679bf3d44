"""Activation functions."""
import math

import tensorflow as tf
from library.keras.names import invalid, lookup


def linear(x):
    return x


def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
    x = tf.convert_to_tensor(x)
    below = None
    if negative_slope != 0.0:
        below = tf.nn.relu(threshold - x) if threshold != 0 else tf.nn.relu(-x)
    if threshold != 0:
        x = tf.where(x > tf.cast(threshold, x.dtype), x, tf.zeros_like(x))
    else:
        x = tf.nn.relu(x)
    if max_value is not None:
        x = tf.minimum(x, tf.cast(max_value, x.dtype))
    if below is not None:
        x = x - tf.cast(negative_slope, x.dtype) * below
    return x


def relu6(x):
    return tf.nn.relu6(x)


def leaky_relu(x, negative_slope=0.2):
    return tf.nn.leaky_relu(x, alpha=negative_slope)


def elu(x, alpha=1.0):
    x = tf.convert_to_tensor(x)
    positive = tf.nn.elu(x)
    if alpha == 1.0:
        return positive
    return tf.where(x > 0, positive, tf.cast(alpha, x.dtype) * positive)


def selu(x):
    return tf.nn.selu(x)


def gelu(x, approximate=False):
    return tf.nn.gelu(x, approximate=approximate)


def celu(x, alpha=1.0):
    return tf.maximum(x, 0.0) + alpha * tf.math.expm1(tf.minimum(x, 0.0) / alpha)


def glu(x, axis=-1):
    a, b = tf.split(x, 2, axis=axis)
    return a * tf.sigmoid(b)


def sigmoid(x):
    return tf.sigmoid(tf.convert_to_tensor(x))


def hard_sigmoid(x):
    x = tf.convert_to_tensor(x)
    return tf.clip_by_value(x / 6.0 + 0.5, 0.0, 1.0)


def log_sigmoid(x):
    return tf.math.log_sigmoid(x)


def tanh(x):
    return tf.tanh(x)


def hard_tanh(x):
    return tf.clip_by_value(x, -1.0, 1.0)


def tanh_shrink(x):
    return x - tf.tanh(x)


def hard_shrink(x, threshold=0.5):
    return tf.where(tf.abs(x) > threshold, x, tf.zeros_like(x))


def soft_shrink(x, threshold=0.5):
    return tf.where(x > threshold, x - threshold, tf.where(x < -threshold, x + threshold, tf.zeros_like(x)))


def threshold(x, threshold, default_value):
    return tf.where(x > threshold, x, tf.cast(default_value, x.dtype))


def squareplus(x, b=4):
    return (x + tf.sqrt(tf.square(x) + tf.cast(b, x.dtype))) / 2.0


def sparse_plus(x):
    return tf.where(x <= -1.0, tf.zeros_like(x), tf.where(x < 1.0, tf.square(x + 1.0) / 4.0, x))


def sparse_sigmoid(x):
    return tf.clip_by_value((x + 1.0) / 2.0, 0.0, 1.0)


def softplus(x):
    return tf.math.softplus(x)


def softsign(x):
    return tf.nn.softsign(x)


def silu(x):
    return tf.nn.silu(x)


def hard_silu(x):
    x = tf.convert_to_tensor(x)
    return x * hard_sigmoid(x)


def softmax(x, axis=-1):
    return tf.nn.softmax(x, axis=axis)


def log_softmax(x, axis=-1):
    return tf.nn.log_softmax(x, axis=axis)


def exponential(x):
    return tf.exp(x)


def mish(x):
    x = tf.convert_to_tensor(x)
    return x * tf.tanh(tf.math.softplus(x))


_BY_NAME = {
    "linear": linear, "relu": relu, "relu6": relu6, "leaky_relu": leaky_relu, "elu": elu, "selu": selu, "gelu": gelu,
    "celu": celu, "glu": glu, "sigmoid": sigmoid, "hard_sigmoid": hard_sigmoid, "log_sigmoid": log_sigmoid, "tanh": tanh,
    "hard_tanh": hard_tanh, "tanh_shrink": tanh_shrink, "hard_shrink": hard_shrink, "soft_shrink": soft_shrink,
    "threshold": threshold, "squareplus": squareplus, "sparse_plus": sparse_plus, "sparse_sigmoid": sparse_sigmoid,
    "softplus": softplus, "softsign": softsign, "silu": silu, "swish": silu, "hard_silu": hard_silu, "hard_swish": hard_silu,
    "softmax": softmax, "log_softmax": log_softmax, "exponential": exponential, "mish": mish,
}


def get(identifier):
    if identifier is None:
        return linear
    if isinstance(identifier, str):
        return lookup("activation", _BY_NAME, identifier)
    if callable(identifier):
        return identifier
    invalid("an activation is a name or a function, not " + repr(identifier))


def serialize(activation):
    return activation.__name__ if hasattr(activation, "__name__") else activation
