"""Dropout and noise: active in training only."""
import lathe
import tensorflow as tf
from library.keras.base import Layer
from library.keras.names import invalid


class SeedGenerator:
    """State [seed, n]: every draw gives the state and adds one to n."""

    def __init__(self, seed=None, name=None):
        seed = lathe.draw_seed() if seed is None else seed
        self.state = lathe.variable(lambda: tf.constant([seed, 0], tf.int64), False, "seed_generator_state", "seed_generator/seed_generator_state", None, None)

    def next(self):
        drawn = tf.convert_to_tensor(self.state)
        self.state.assign_add(tf.constant([0, 1], tf.int64))
        return tf.cast(drawn % 2147483646, tf.int32)


class _Noise(Layer):
    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate
        self.seed = seed
        self._k_seeds = SeedGenerator(seed) if rate > 0 else None

    def _active(self, training):
        return self._k_seeds is not None and training is not None and training

    def _check_rate(self):
        if not 0 <= self.rate <= 1:
            invalid("the rate of " + type(self).__name__ + " must be between 0 and 1, not " + str(self.rate))


class Dropout(_Noise):
    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        if not isinstance(rate, (int, float)) or not 0 <= rate <= 1:
            invalid("the rate of " + type(self).__name__ + " must be between 0 and 1, not " + repr(rate))
        super().__init__(rate, seed, **kwargs)
        self.noise_shape = noise_shape

    def _noise_shape(self, x):
        shape = tf.shape(x)
        if self.noise_shape is None:
            return shape
        return tf.stack([shape[i] if d is None else d for i, d in enumerate(self.noise_shape)])

    def call(self, inputs, training=False):
        if not self._active(training):
            return inputs
        x = inputs
        if self.rate >= 1:
            return tf.zeros_like(x)
        u = tf.random.stateless_uniform(self._noise_shape(x), self._k_seeds.next(), dtype=x.dtype)
        keep = u >= tf.cast(self.rate, x.dtype)
        return tf.where(keep, x * tf.cast(1.0 / (1.0 - self.rate), x.dtype), tf.zeros_like(x))


class SpatialDropout1D(Dropout):
    def __init__(self, rate, seed=None, name=None, dtype=None):
        super().__init__(rate, seed=seed, name=name, dtype=dtype)

    def _noise_shape(self, x):
        shape = tf.shape(x)
        return tf.stack([shape[0], 1, shape[2]])


class SpatialDropout2D(Dropout):
    def __init__(self, rate, data_format=None, seed=None, name=None, dtype=None):
        super().__init__(rate, seed=seed, name=name, dtype=dtype)

    def _noise_shape(self, x):
        shape = tf.shape(x)
        return tf.stack([shape[0], 1, 1, shape[3]])


class GaussianNoise(_Noise):
    def __init__(self, stddev, seed=None, **kwargs):
        super().__init__(stddev, seed, **kwargs)
        self.stddev = stddev

    def call(self, inputs, training=False):
        if not self._active(training):
            return inputs
        return inputs + tf.random.stateless_normal(tf.shape(inputs), self._k_seeds.next(), 0.0, self.stddev, inputs.dtype)


class GaussianDropout(_Noise):
    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(rate, seed, **kwargs)
        self._check_rate()

    def call(self, inputs, training=False):
        if not self._active(training):
            return inputs
        deviation = (self.rate / (1.0 - self.rate)) ** 0.5
        return inputs * tf.random.stateless_normal(tf.shape(inputs), self._k_seeds.next(), 1.0, deviation, inputs.dtype)
