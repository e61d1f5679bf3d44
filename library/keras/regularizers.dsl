"""Regularizers and constraints of weights."""
import tensorflow as tf
from library.keras.names import EPSILON, invalid, lookup


class Regularizer:
    def __call__(self, x):
        return 0.0

    def get_config(self):
        return {}


class L1L2(Regularizer):
    def __init__(self, l1=0.0, l2=0.0):
        self.l1 = 0.0 if l1 is None else l1
        self.l2 = 0.0 if l2 is None else l2

    def __call__(self, x):
        x = tf.convert_to_tensor(x)
        total = tf.zeros([], x.dtype)
        if self.l1:
            total = total + self.l1 * tf.reduce_sum(tf.abs(x))
        if self.l2:
            total = total + self.l2 * tf.reduce_sum(tf.square(x))
        return total

    def get_config(self):
        return {"l1": float(self.l1), "l2": float(self.l2)}


class L1(Regularizer):
    def __init__(self, l1=0.01):
        self.l1 = 0.01 if l1 is None else l1

    def __call__(self, x):
        return self.l1 * tf.reduce_sum(tf.abs(tf.convert_to_tensor(x)))

    def get_config(self):
        return {"l1": float(self.l1)}


class L2(Regularizer):
    def __init__(self, l2=0.01):
        self.l2 = 0.01 if l2 is None else l2

    def __call__(self, x):
        return self.l2 * tf.reduce_sum(tf.square(tf.convert_to_tensor(x)))

    def get_config(self):
        return {"l2": float(self.l2)}


class OrthogonalRegularizer(Regularizer):
    def __init__(self, factor=0.01, mode="rows"):
        if mode not in ("rows", "columns"):
            invalid("the mode of OrthogonalRegularizer is rows or columns, not '" + str(mode) + "'")
        self.factor = factor
        self.mode = mode

    def __call__(self, x):
        x = tf.convert_to_tensor(x)
        if len(x.shape) != 2:
            invalid("OrthogonalRegularizer takes matrices only, not the shape " + str(x.shape))
        if self.mode == "rows":
            x = tf.math.l2_normalize(x, axis=1)
            product, size = tf.matmul(x, x, transpose_b=True), x.shape[0]
        else:
            x = tf.math.l2_normalize(x, axis=0)
            product, size = tf.matmul(x, x, transpose_a=True), x.shape[1]
        off = product * (1.0 - tf.eye(size, dtype=x.dtype))
        pairs = size * (size - 1.0) / 2.0
        return self.factor * 0.5 * tf.reduce_sum(tf.abs(off)) / pairs


def l1(l1=0.01):
    return L1(l1)


def l2(l2=0.01):
    return L2(l2)


def l1_l2(l1=0.01, l2=0.01):
    return L1L2(l1, l2)


_REGULARIZERS = {"L1": L1, "l1": L1, "L2": L2, "l2": L2, "L1L2": L1L2, "l1l2": L1L2,
                 "OrthogonalRegularizer": OrthogonalRegularizer, "orthogonal_regularizer": OrthogonalRegularizer}


def get_regularizer(identifier):
    if identifier is None:
        return None
    if isinstance(identifier, str):
        return lookup("regularizer", _REGULARIZERS, identifier)()
    if isinstance(identifier, type):
        return identifier()
    if callable(identifier):
        return identifier
    invalid("a regularizer is a name or a function, not " + repr(identifier))


class Constraint:
    def __call__(self, w):
        return w

    def get_config(self):
        return {}


def _norms(w, axis):
    return tf.sqrt(tf.reduce_sum(tf.square(w), axis=axis, keepdims=True))


class MaxNorm(Constraint):
    def __init__(self, max_value=2, axis=0):
        self.max_value = max_value
        self.axis = axis

    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        norms = _norms(w, self.axis)
        return w * (tf.clip_by_value(norms, 0.0, float(self.max_value)) / (EPSILON + norms))


class NonNeg(Constraint):
    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        return tf.maximum(w, tf.zeros_like(w))


class UnitNorm(Constraint):
    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        return w / (EPSILON + _norms(w, self.axis))


class MinMaxNorm(Constraint):
    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.min_value = min_value
        self.max_value = max_value
        self.rate = rate
        self.axis = axis

    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        norms = _norms(w, self.axis)
        wanted = self.rate * tf.clip_by_value(norms, float(self.min_value), float(self.max_value)) + (1.0 - self.rate) * norms
        return w * (wanted / (EPSILON + norms))


_CONSTRAINTS = {"MaxNorm": MaxNorm, "max_norm": MaxNorm, "NonNeg": NonNeg, "non_neg": NonNeg, "UnitNorm": UnitNorm,
                "unit_norm": UnitNorm, "MinMaxNorm": MinMaxNorm, "min_max_norm": MinMaxNorm}


def get_constraint(identifier):
    if identifier is None:
        return None
    if isinstance(identifier, str):
        return lookup("constraint", _CONSTRAINTS, identifier)()
    if isinstance(identifier, type):
        return identifier()
    if callable(identifier):
        return identifier
    invalid("a constraint is a name or a function, not " + repr(identifier))
