"""Initialisers: the values that weights start with, with TensorFlow's random streams."""
import math

import lathe
import tensorflow as tf
from library.keras.names import dtype_name, invalid, lookup


def _fans(shape):
    shape = tuple(shape)
    if len(shape) == 0:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    if len(shape) == 2:
        return shape[0], shape[1]
    field = 1
    for d in shape[:-2]:
        field *= d
    return field * shape[-2], field * shape[-1]


def _float_name(dtype):
    return "float32" if dtype is None else dtype_name(dtype)


class Initializer:
    def __call__(self, shape, dtype=None, **kwargs):
        raise NotImplementedError("an Initializer must define __call__")

    def get_config(self):
        return {}

    def clone(self):
        return self


class Zeros(Initializer):
    def __call__(self, shape, dtype=None, **kwargs):
        return tf.zeros(shape, _float_name(dtype))


class Ones(Initializer):
    def __call__(self, shape, dtype=None, **kwargs):
        return tf.ones(shape, _float_name(dtype))


class Constant(Initializer):
    def __init__(self, value=0.0):
        self.value = value

    def __call__(self, shape, dtype=None, **kwargs):
        return tf.broadcast_to(tf.cast(tf.convert_to_tensor(self.value), _float_name(dtype)), shape)

    def get_config(self):
        return {"value": self.value}


class Identity(Initializer):
    def __init__(self, gain=1.0):
        self.gain = gain

    def __call__(self, shape, dtype=None, **kwargs):
        if len(shape) != 2:
            invalid("the Identity initializer makes matrices only, not the shape " + str(tuple(shape)))
        name = _float_name(dtype)
        return tf.cast(self.gain, name) * tf.eye(shape[0], shape[1], dtype=name)

    def get_config(self):
        return {"gain": self.gain}


class RandomInitializer(Initializer):
    def __init__(self, seed=None):
        self._given = seed
        self.seed = lathe.draw_seed() if seed is None else seed
        if not isinstance(self.seed, int):
            invalid("the seed of an initializer must be an int, not " + repr(seed))

    def _pair(self):
        return [self.seed % 2147483646, 0]

    def get_config(self):
        return {"seed": self._given}


class RandomNormal(RandomInitializer):
    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        super().__init__(seed)
        self.mean = mean
        self.stddev = stddev

    def __call__(self, shape, dtype=None, **kwargs):
        return tf.random.stateless_normal(shape, self._pair(), self.mean, self.stddev, _float_name(dtype))

    def get_config(self):
        return {"mean": self.mean, "stddev": self.stddev, "seed": self._given}


class TruncatedNormal(RandomNormal):
    def __call__(self, shape, dtype=None, **kwargs):
        return tf.random.stateless_truncated_normal(shape, self._pair(), self.mean, self.stddev, _float_name(dtype))


class RandomUniform(RandomInitializer):
    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        super().__init__(seed)
        self.minval = minval
        self.maxval = maxval

    def __call__(self, shape, dtype=None, **kwargs):
        return tf.random.stateless_uniform(shape, self._pair(), self.minval, self.maxval, _float_name(dtype))

    def get_config(self):
        return {"minval": self.minval, "maxval": self.maxval, "seed": self._given}


class VarianceScaling(RandomInitializer):
    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None):
        super().__init__(seed)
        if scale <= 0:
            invalid("the scale of VarianceScaling must be positive, not " + str(scale))
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            invalid("the mode of VarianceScaling is fan_in, fan_out or fan_avg, not '" + str(mode) + "'")
        distribution = distribution.lower()
        if distribution == "normal":
            distribution = "truncated_normal"
        if distribution not in ("uniform", "truncated_normal", "untruncated_normal"):
            invalid("VarianceScaling knows uniform, truncated_normal and untruncated_normal, not '" + distribution + "'")
        self.scale = scale
        self.mode = mode
        self.distribution = distribution

    def __call__(self, shape, dtype=None, **kwargs):
        name = _float_name(dtype)
        fan_in, fan_out = _fans(shape)
        fan = fan_in if self.mode == "fan_in" else fan_out if self.mode == "fan_out" else (fan_in + fan_out) / 2.0
        scale = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * scale)
            return tf.random.stateless_uniform(shape, self._pair(), -limit, limit, name)
        if self.distribution == "truncated_normal":
            return tf.random.stateless_truncated_normal(shape, self._pair(), 0.0, math.sqrt(scale) / 0.8796256610342398, name)
        return tf.random.stateless_normal(shape, self._pair(), 0.0, math.sqrt(scale), name)

    def get_config(self):
        return {"scale": self.scale, "mode": self.mode, "distribution": self.distribution, "seed": self._given}


class GlorotUniform(VarianceScaling):
    def __init__(self, seed=None):
        super().__init__(1.0, "fan_avg", "uniform", seed)

    def get_config(self):
        return {"seed": self._given}


class GlorotNormal(VarianceScaling):
    def __init__(self, seed=None):
        super().__init__(1.0, "fan_avg", "truncated_normal", seed)

    def get_config(self):
        return {"seed": self._given}


class HeUniform(VarianceScaling):
    def __init__(self, seed=None):
        super().__init__(2.0, "fan_in", "uniform", seed)

    def get_config(self):
        return {"seed": self._given}


class HeNormal(VarianceScaling):
    def __init__(self, seed=None):
        super().__init__(2.0, "fan_in", "truncated_normal", seed)

    def get_config(self):
        return {"seed": self._given}


class LecunUniform(VarianceScaling):
    def __init__(self, seed=None):
        super().__init__(1.0, "fan_in", "uniform", seed)

    def get_config(self):
        return {"seed": self._given}


class LecunNormal(VarianceScaling):
    def __init__(self, seed=None):
        super().__init__(1.0, "fan_in", "truncated_normal", seed)

    def get_config(self):
        return {"seed": self._given}


class Orthogonal(RandomInitializer):
    def __init__(self, gain=1.0, seed=None):
        super().__init__(seed)
        self.gain = gain

    def __call__(self, shape, dtype=None, **kwargs):
        if len(shape) < 2:
            invalid("the Orthogonal initializer needs at least two dimensions, not the shape " + str(tuple(shape)))
        name = _float_name(dtype)
        rows = 1
        for d in shape[:-1]:
            rows *= d
        cols = shape[-1]
        a = tf.random.stateless_normal([max(rows, cols), min(rows, cols)], self._pair(), dtype=name)
        q, r = tf.linalg.qr(a)
        q = q * tf.sign(tf.linalg.diag_part(r))
        if rows < cols:
            q = tf.transpose(q)
        return self.gain * tf.reshape(q, shape)

    def get_config(self):
        return {"gain": self.gain, "seed": self._given}


_BY_NAME = {
    "Zeros": Zeros, "zeros": Zeros, "zero": Zeros, "Ones": Ones, "ones": Ones, "one": Ones, "Constant": Constant,
    "constant": Constant, "Identity": Identity, "identity": Identity, "RandomNormal": RandomNormal,
    "random_normal": RandomNormal, "normal": RandomNormal, "RandomUniform": RandomUniform,
    "random_uniform": RandomUniform, "uniform": RandomUniform, "TruncatedNormal": TruncatedNormal,
    "truncated_normal": TruncatedNormal, "VarianceScaling": VarianceScaling, "variance_scaling": VarianceScaling,
    "GlorotUniform": GlorotUniform, "glorot_uniform": GlorotUniform, "GlorotNormal": GlorotNormal,
    "glorot_normal": GlorotNormal, "HeUniform": HeUniform, "he_uniform": HeUniform, "HeNormal": HeNormal,
    "he_normal": HeNormal, "LecunUniform": LecunUniform, "lecun_uniform": LecunUniform, "LecunNormal": LecunNormal,
    "lecun_normal": LecunNormal, "Orthogonal": Orthogonal, "OrthogonalInitializer": Orthogonal, "orthogonal": Orthogonal,
}


def get(identifier):
    if identifier is None:
        return None
    if isinstance(identifier, str):
        return lookup("initializer", _BY_NAME, identifier)()
    if isinstance(identifier, type):
        return identifier()
    if callable(identifier):
        return identifier
    invalid("an initializer is a name, an Initializer or a function, not " + repr(identifier))
