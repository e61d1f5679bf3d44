"""Normalization layers."""
import lathe
import tensorflow as tf
from library.keras.base import Layer
from library.keras.initializers import get as get_initializer
from library.keras.names import EPSILON, invalid
from library.keras.regularizers import get_constraint, get_regularizer


def _other_axes(rank, axis):
    axis = axis % rank
    return [i for i in range(rank) if i != axis]


def _along(v, rank, axis):
    shape = [1] * rank
    shape[axis % rank] = -1
    return tf.reshape(v, shape)


class BatchNormalization(Layer):
    def __init__(self, axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones",
                 moving_mean_initializer="zeros", moving_variance_initializer="ones", beta_regularizer=None, gamma_regularizer=None,
                 beta_constraint=None, gamma_constraint=None, synchronized=False, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis
        self.momentum = momentum
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = get_initializer(beta_initializer)
        self.gamma_initializer = get_initializer(gamma_initializer)
        self.moving_mean_initializer = get_initializer(moving_mean_initializer)
        self.moving_variance_initializer = get_initializer(moving_variance_initializer)
        self.beta_regularizer = get_regularizer(beta_regularizer)
        self.gamma_regularizer = get_regularizer(gamma_regularizer)
        self.beta_constraint = get_constraint(beta_constraint)
        self.gamma_constraint = get_constraint(gamma_constraint)

    def build(self, input_shape):
        shape = (input_shape[self.axis],)
        self.gamma = None
        self.beta = None
        if self.scale:
            self.gamma = self.add_weight(shape=shape, initializer=self.gamma_initializer, name="gamma", regularizer=self.gamma_regularizer, constraint=self.gamma_constraint)
        if self.center:
            self.beta = self.add_weight(shape=shape, initializer=self.beta_initializer, name="beta", regularizer=self.beta_regularizer, constraint=self.beta_constraint)
        self.moving_mean = self.add_weight(shape=shape, initializer=self.moving_mean_initializer, name="moving_mean", trainable=False)
        self.moving_variance = self.add_weight(shape=shape, initializer=self.moving_variance_initializer, name="moving_variance", trainable=False)
        self.built = True

    def call(self, inputs, training=None, mask=None):
        x = inputs
        rank = len(x.shape)
        if training and self.trainable:
            axes = _other_axes(rank, self.axis)
            mean = tf.reduce_mean(x, axis=axes)
            variance = tf.reduce_mean(tf.square(x - _along(mean, rank, self.axis)), axis=axes)
            self.moving_mean.assign(self.moving_mean * self.momentum + mean * (1.0 - self.momentum))
            self.moving_variance.assign(self.moving_variance * self.momentum + variance * (1.0 - self.momentum))
        else:
            mean, variance = tf.convert_to_tensor(self.moving_mean), tf.convert_to_tensor(self.moving_variance)
        factor = tf.math.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            factor = factor * self.gamma
        y = (x - _along(mean, rank, self.axis)) * _along(factor, rank, self.axis)
        return y if self.beta is None else y + _along(tf.convert_to_tensor(self.beta), rank, self.axis)


class LayerNormalization(Layer):
    def __init__(self, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = get_initializer(beta_initializer)
        self.gamma_initializer = get_initializer(gamma_initializer)
        self.beta_regularizer = get_regularizer(beta_regularizer)
        self.gamma_regularizer = get_regularizer(gamma_regularizer)
        self.beta_constraint = get_constraint(beta_constraint)
        self.gamma_constraint = get_constraint(gamma_constraint)

    def _axes(self, rank):
        axes = self.axis if isinstance(self.axis, (list, tuple)) else [self.axis]
        return sorted([a % rank for a in axes])

    def build(self, input_shape):
        shape = tuple([input_shape[a] for a in self._axes(len(input_shape))])
        self.gamma = None
        self.beta = None
        if self.scale:
            self.gamma = self.add_weight(shape=shape, initializer=self.gamma_initializer, name="gamma", regularizer=self.gamma_regularizer, constraint=self.gamma_constraint)
        if self.center:
            self.beta = self.add_weight(shape=shape, initializer=self.beta_initializer, name="beta", regularizer=self.beta_regularizer, constraint=self.beta_constraint)
        self.built = True

    def call(self, inputs):
        x = inputs
        rank = len(x.shape)
        axes = self._axes(rank)
        wide = [x.shape[i] if i in axes else 1 for i in range(rank)]
        mean = tf.reduce_mean(x, axis=axes, keepdims=True)
        variance = tf.reduce_mean(tf.square(x - mean), axis=axes, keepdims=True)
        y = (x - mean) * tf.math.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            y = y * tf.reshape(self.gamma, wide)
        return y if self.beta is None else y + tf.reshape(self.beta, wide)


class GroupNormalization(Layer):
    def __init__(self, groups=32, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self.groups = groups
        self.axis = axis
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = get_initializer(beta_initializer)
        self.gamma_initializer = get_initializer(gamma_initializer)

    def build(self, input_shape):
        channels = input_shape[self.axis]
        if self.groups == -1:
            self.groups = channels
        if channels % self.groups != 0:
            invalid("GroupNormalization cannot divide " + str(channels) + " channels into " + str(self.groups) + " groups")
        self.gamma = self.add_weight(shape=(channels,), initializer=self.gamma_initializer, name="gamma") if self.scale else None
        self.beta = self.add_weight(shape=(channels,), initializer=self.beta_initializer, name="beta") if self.center else None
        self.built = True

    def call(self, inputs):
        x = inputs
        rank = len(x.shape)
        axis = self.axis % rank
        sizes = [tf.shape(x)[i] for i in range(rank)]
        split = sizes[:axis] + [self.groups, x.shape[axis] // self.groups] + sizes[axis + 1:]
        g = tf.reshape(x, split)
        axes = [i for i in range(1, rank + 1) if i != axis]
        mean = tf.reduce_mean(g, axis=axes, keepdims=True)
        variance = tf.reduce_mean(tf.square(g - mean), axis=axes, keepdims=True)
        y = tf.reshape((g - mean) * tf.math.rsqrt(variance + self.epsilon), tf.shape(x))
        if self.gamma is not None:
            y = y * _along(tf.convert_to_tensor(self.gamma), rank, axis)
        return y if self.beta is None else y + _along(tf.convert_to_tensor(self.beta), rank, axis)


class UnitNormalization(Layer):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return inputs * tf.minimum(tf.math.rsqrt(tf.reduce_sum(tf.square(inputs), axis=self.axis, keepdims=True)), 1e12)


class RMSNormalization(Layer):
    def __init__(self, axis=-1, epsilon=1e-6, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis
        self.epsilon = epsilon

    def build(self, input_shape):
        self.scale = self.add_weight(shape=(input_shape[self.axis],), initializer="ones", name="scale")
        self.built = True

    def call(self, inputs):
        rank = len(inputs.shape)
        mean = tf.reduce_mean(tf.square(inputs), axis=self.axis, keepdims=True)
        return inputs * tf.math.rsqrt(mean + self.epsilon) * _along(tf.convert_to_tensor(self.scale), rank, self.axis)


class Normalization(Layer):
    def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
        super().__init__(**kwargs)
        if (mean is None) != (variance is None):
            invalid("Normalization takes mean and variance together")
        self.axis = None if axis is None else list(axis) if isinstance(axis, (list, tuple)) else [axis]
        self.input_mean = mean
        self.input_variance = variance
        self.invert = invert
        self._k_adapted = None

    def _kept(self, rank):
        return [] if self.axis is None else sorted([a % rank for a in self.axis])

    def build(self, input_shape):
        self.built = True

    def adapt(self, data):
        x = tf.cast(tf.convert_to_tensor(data), self.compute_dtype)
        rank = len(x.shape)
        kept = self._kept(rank)
        axes = [i for i in range(rank) if i not in kept]
        mean = tf.reduce_mean(x, axis=axes, keepdims=True)
        variance = tf.reduce_mean(tf.square(x - mean), axis=axes, keepdims=True)
        self._k_adapted = (mean, variance)

    def call(self, inputs):
        x = tf.cast(tf.convert_to_tensor(inputs), self.compute_dtype)
        if self.input_mean is not None:
            mean, variance = tf.cast(self.input_mean, x.dtype), tf.cast(self.input_variance, x.dtype)
        elif self._k_adapted is None:
            invalid("the layer '" + self.name + "' needs adapt() before it is called")
        else:
            mean, variance = self._k_adapted
        deviation = tf.maximum(tf.sqrt(variance), EPSILON)
        return mean + x * deviation if self.invert else (x - mean) / deviation
