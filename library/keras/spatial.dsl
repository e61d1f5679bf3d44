"""Convolution, pooling, padding, cropping and upsampling layers."""
import lathe
import tensorflow as tf
from library.keras.activations import get as get_activation
from library.keras.base import Layer
from library.keras.core import need_rank, positive_int
from library.keras.initializers import get as get_initializer
from library.keras.names import invalid
from library.keras.regularizers import get_constraint, get_regularizer


def sizes(value, rank, what):
    found = [value] * rank if isinstance(value, int) else list(value)
    if len(found) != rank or not all([isinstance(v, int) and v > 0 for v in found]):
        invalid("the argument '" + what + "' must be a positive int or " + str(rank) + " of them, not " + repr(value))
    return found


def channels_last_only(data_format, layer):
    if data_format not in (None, "channels_last"):
        lathe.refuse("unsupported-api", "ValueError", layer + " is supported with data_format='channels_last' only")


class _Conv(Layer):
    rank = 2

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1, groups=1, activation=None,
                 use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        channels_last_only(data_format, type(self).__name__)
        positive_int(filters, "filters", type(self).__name__)
        self.filters = filters
        self.kernel_size = tuple(sizes(kernel_size, self.rank, "kernel_size"))
        self.strides = tuple(sizes(strides, self.rank, "strides"))
        self.dilation_rate = tuple(sizes(dilation_rate, self.rank, "dilation_rate"))
        self.padding = padding.lower()
        if self.padding not in ("valid", "same", "causal") or (self.padding == "causal" and self.rank != 1):
            invalid("the padding of " + type(self).__name__ + " is valid or same, not '" + str(padding) + "'")
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            invalid("strides and dilation_rate cannot both be larger than 1")
        if groups != 1:
            lathe.refuse("unsupported-api", "ValueError", type(self).__name__ + " is supported with groups=1 only")
        self.activation = get_activation(activation)
        self.use_bias = use_bias
        self.kernel_initializer = get_initializer(kernel_initializer)
        self.bias_initializer = get_initializer(bias_initializer)
        self.kernel_regularizer = get_regularizer(kernel_regularizer)
        self.bias_regularizer = get_regularizer(bias_regularizer)
        self.kernel_constraint = get_constraint(kernel_constraint)
        self.bias_constraint = get_constraint(bias_constraint)

    def kernel_shape(self, channels):
        return self.kernel_size + (channels, self.filters)

    def build(self, input_shape):
        need_rank(self, input_shape, self.rank + 2)
        self.kernel = self.add_weight(shape=self.kernel_shape(input_shape[-1]), initializer=self.kernel_initializer, name="kernel",
                                      regularizer=self.kernel_regularizer, constraint=self.kernel_constraint)
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(shape=(self.filters,), initializer=self.bias_initializer, name="bias",
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint)
        self.built = True

    def finish(self, y):
        if self.bias is not None:
            y = y + tf.convert_to_tensor(self.bias)
        return self.activation(y)


class Conv1D(_Conv):
    rank = 1

    def call(self, inputs):
        need_rank(self, inputs.shape, 3)
        x = inputs
        padding = self.padding.upper()
        if self.padding == "causal":
            x = tf.pad(x, [[0, 0], [(self.kernel_size[0] - 1) * self.dilation_rate[0], 0], [0, 0]])
            padding = "VALID"
        return self.finish(tf.nn.conv1d(x, tf.convert_to_tensor(self.kernel), self.strides[0], padding, dilations=self.dilation_rate[0]))


class Conv2D(_Conv):
    rank = 2

    def call(self, inputs):
        need_rank(self, inputs.shape, 4)
        return self.finish(tf.nn.conv2d(inputs, tf.convert_to_tensor(self.kernel), list(self.strides), self.padding.upper(),
                                        dilations=list(self.dilation_rate)))


class Conv3D(_Conv):
    rank = 3

    def call(self, inputs):
        need_rank(self, inputs.shape, 5)
        if max(self.dilation_rate) > 1:
            lathe.refuse("unsupported-api", "ValueError", "Conv3D is supported with dilation_rate=1 only")
        return self.finish(tf.nn.conv3d(inputs, tf.convert_to_tensor(self.kernel), [1] + list(self.strides) + [1], self.padding.upper()))


class _Pool(Layer):
    rank = 2
    largest = True

    def __init__(self, pool_size=2, strides=None, padding="valid", data_format=None, name=None, **kwargs):
        super().__init__(name=name, **kwargs)
        channels_last_only(data_format, type(self).__name__)
        self.pool_size = tuple(sizes(pool_size, self.rank, "pool_size"))
        self.strides = self.pool_size if strides is None else tuple(sizes(strides, self.rank, "strides"))
        self.padding = padding.lower()
        if self.padding not in ("valid", "same"):
            invalid("the padding of " + type(self).__name__ + " is valid or same, not '" + str(padding) + "'")

    def call(self, inputs):
        need_rank(self, inputs.shape, self.rank + 2)
        kind = "MAX" if self.largest else "AVG"
        return tf.nn.pool(inputs, list(self.pool_size), kind, strides=list(self.strides), padding=self.padding.upper())


class MaxPooling1D(_Pool):
    rank = 1


class MaxPooling2D(_Pool):
    rank = 2


class MaxPooling3D(_Pool):
    rank = 3


class AveragePooling1D(_Pool):
    rank = 1
    largest = False


class AveragePooling2D(_Pool):
    rank = 2
    largest = False


class AveragePooling3D(_Pool):
    rank = 3
    largest = False


class _GlobalPool(Layer):
    rank = 2
    largest = True

    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.data_format = "channels_last" if data_format is None else data_format
        self.keepdims = keepdims

    def call(self, inputs):
        need_rank(self, inputs.shape, self.rank + 2)
        first = 1 if self.data_format == "channels_last" else 2
        axes = list(range(first, first + self.rank))
        if self.largest:
            return tf.reduce_max(inputs, axis=axes, keepdims=self.keepdims)
        return tf.reduce_mean(inputs, axis=axes, keepdims=self.keepdims)


class GlobalMaxPooling1D(_GlobalPool):
    rank = 1


class GlobalMaxPooling2D(_GlobalPool):
    rank = 2


class GlobalMaxPooling3D(_GlobalPool):
    rank = 3


class GlobalAveragePooling1D(_GlobalPool):
    rank = 1
    largest = False


class GlobalAveragePooling2D(_GlobalPool):
    rank = 2
    largest = False


class GlobalAveragePooling3D(_GlobalPool):
    rank = 3
    largest = False


def _borders(value, rank):
    if isinstance(value, int):
        return [(value, value)] * rank
    if rank == 1:
        return [tuple(value)]
    return [(v, v) if isinstance(v, int) else tuple(v) for v in value]


class _ZeroPadding(Layer):
    rank = 2

    def __init__(self, padding=1, data_format=None, **kwargs):
        super().__init__(**kwargs)
        channels_last_only(data_format, type(self).__name__)
        self.padding = _borders(padding, self.rank)

    def call(self, inputs):
        return tf.pad(inputs, [[0, 0]] + [list(p) for p in self.padding] + [[0, 0]])


class ZeroPadding1D(_ZeroPadding):
    rank = 1


class ZeroPadding2D(_ZeroPadding):
    rank = 2


class ZeroPadding3D(_ZeroPadding):
    rank = 3


class _Cropping(Layer):
    rank = 2

    def __init__(self, cropping=0, data_format=None, **kwargs):
        super().__init__(**kwargs)
        channels_last_only(data_format, type(self).__name__)
        self.cropping = _borders(cropping, self.rank)

    def call(self, inputs):
        x = inputs
        for axis in range(self.rank):
            before, after = self.cropping[axis]
            n = x.shape[axis + 1]
            if n is not None and n - before - after <= 0:
                invalid("the cropping " + str(self.cropping) + " leaves nothing of the shape " + str(x.shape))
            keep = tf.range(before, tf.shape(x)[axis + 1] - after) if n is None else tf.range(before, n - after)
            x = tf.gather(x, keep, axis=axis + 1)
        return x


class Cropping1D(_Cropping):
    rank = 1

    def __init__(self, cropping=(1, 1), **kwargs):
        super().__init__(cropping, **kwargs)


class Cropping2D(_Cropping):
    rank = 2


class Cropping3D(_Cropping):
    rank = 3

    def __init__(self, cropping=1, **kwargs):
        super().__init__(cropping, **kwargs)


class _UpSampling(Layer):
    rank = 2

    def __init__(self, size=2, data_format=None, interpolation="nearest", **kwargs):
        super().__init__(**kwargs)
        channels_last_only(data_format, type(self).__name__)
        if interpolation != "nearest":
            lathe.refuse("unsupported-api", "ValueError", type(self).__name__ + " is supported with interpolation='nearest' only")
        self.size = tuple(sizes(size, self.rank, "size"))

    def call(self, inputs):
        x = inputs
        for axis in range(self.rank):
            x = tf.repeat(x, self.size[axis], axis=axis + 1)
        return x


class UpSampling1D(_UpSampling):
    rank = 1


class UpSampling2D(_UpSampling):
    rank = 2


class UpSampling3D(_UpSampling):
    rank = 3
