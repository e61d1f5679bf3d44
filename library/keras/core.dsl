"""Core layers."""
import lathe
import tensorflow as tf
from library.keras.activations import get as get_activation, serialize
from library.keras.base import Layer
from library.keras.initializers import get as get_initializer
from library.keras.names import invalid, mismatch
from library.keras.regularizers import get_constraint, get_regularizer


def positive_int(value, name, layer):
    if not isinstance(value, int) or value <= 0:
        invalid("the argument '" + name + "' of " + layer + " must be a positive int, not " + repr(value))


def need_rank(layer, shape, rank, at_least=False):
    if len(shape) < rank or (len(shape) > rank and not at_least):
        lathe.refuse("rank-mismatch", "ValueError", "the layer '" + layer.name + "' takes inputs of " + ("at least " if at_least else "") + str(rank) + " dimensions, not of shape " + str(tuple(shape)))


class Dense(Layer):
    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, lora_rank=None, lora_alpha=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        positive_int(units, "units", "Dense")
        self.units = units
        self.activation = get_activation(activation)
        self.use_bias = use_bias
        self.kernel_initializer = get_initializer(kernel_initializer)
        self.bias_initializer = get_initializer(bias_initializer)
        self.kernel_regularizer = get_regularizer(kernel_regularizer)
        self.bias_regularizer = get_regularizer(bias_regularizer)
        self.kernel_constraint = get_constraint(kernel_constraint)
        self.bias_constraint = get_constraint(bias_constraint)

    def build(self, input_shape):
        need_rank(self, input_shape, 2, True)
        inputs = input_shape[-1]
        if inputs is None:
            invalid("the last dimension of the inputs of Dense must be known")
        self.kernel = self.add_weight(shape=(inputs, self.units), initializer=self.kernel_initializer, name="kernel",
                                      regularizer=self.kernel_regularizer, constraint=self.kernel_constraint)
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(shape=(self.units,), initializer=self.bias_initializer, name="bias",
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint)
        self.built = True

    def call(self, inputs, training=None):
        need_rank(self, inputs.shape, 2, True)
        if inputs.shape[-1] != self.kernel.shape[0]:
            mismatch("the layer '" + self.name + "' was built for inputs with " + str(self.kernel.shape[0]) + " features, these have shape " + str(inputs.shape))
        x = inputs
        if x.dtype.name != self.compute_dtype:
            x = tf.cast(x, self.compute_dtype)
        kernel = tf.cast(self.kernel, self.compute_dtype)
        rank = len(x.shape)
        y = tf.matmul(x, kernel) if rank == 2 else tf.tensordot(x, kernel, [[rank - 1], [0]])
        if self.bias is not None:
            y = y + tf.cast(self.bias, self.compute_dtype)
        return self.activation(y)

    def compute_output_shape(self, input_shape):
        return tuple(input_shape)[:-1] + (self.units,)

    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units, "activation": serialize(self.activation), "use_bias": self.use_bias})
        return config


class Activation(Layer):
    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation = get_activation(activation)

    def call(self, inputs):
        return self.activation(inputs)


class Embedding(Layer):
    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", embeddings_regularizer=None,
                 embeddings_constraint=None, mask_zero=False, weights=None, lora_rank=None, lora_alpha=None, **kwargs):
        super().__init__(**kwargs)
        self.input_dim = input_dim
        self.output_dim = output_dim
        self.embeddings_initializer = get_initializer(embeddings_initializer)
        self.embeddings_regularizer = get_regularizer(embeddings_regularizer)
        self.embeddings_constraint = get_constraint(embeddings_constraint)
        self.mask_zero = mask_zero
        self._k_given = weights
        self._k_autocast = False

    def build(self, input_shape=None):
        self.embeddings = self.add_weight(shape=(self.input_dim, self.output_dim), initializer=self.embeddings_initializer,
                                          name="embeddings", regularizer=self.embeddings_regularizer,
                                          constraint=self.embeddings_constraint)
        self.built = True
        if self._k_given is not None:
            self.set_weights(self._k_given if isinstance(self._k_given, list) else [self._k_given])

    def call(self, inputs):
        if not inputs.dtype.is_integer:
            inputs = tf.cast(inputs, tf.int32)
        ids = tf.where(inputs < 0, inputs + self.input_dim, inputs)
        return tf.cast(tf.gather(self.embeddings, ids), self.compute_dtype)

    def compute_mask(self, inputs, mask=None):
        if not self.mask_zero:
            return None
        return tf.not_equal(inputs, tf.zeros([], inputs.dtype))


class Flatten(Layer):
    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = "channels_last" if data_format is None else data_format

    def call(self, inputs):
        x = inputs
        rank = len(x.shape)
        if self.data_format == "channels_first" and rank > 2:
            x = tf.transpose(x, [0] + list(range(2, rank)) + [1])
        if rank == 1:
            return tf.expand_dims(x, -1)
        size = 1
        for d in x.shape[1:]:
            size = None if size is None or d is None else size * d
        if size is None:
            return tf.reshape(x, [tf.shape(x)[0], -1])
        return tf.reshape(x, [-1, size] if x.shape[0] is None else [x.shape[0], size])


class Reshape(Layer):
    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def call(self, inputs):
        return tf.reshape(inputs, tf.concat([tf.shape(inputs)[:1], tf.constant(list(self.target_shape), tf.int32)], 0)) if -1 in self.target_shape and inputs.shape[0] is None else tf.reshape(inputs, [tf.shape(inputs)[0]] + list(self.target_shape))


class Permute(Layer):
    def __init__(self, dims, **kwargs):
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(self.dims) != list(range(1, len(self.dims) + 1)):
            invalid("the dims of Permute must be a permutation of 1 to n, not " + str(self.dims))

    def call(self, inputs):
        return tf.transpose(inputs, [0] + list(self.dims))


class RepeatVector(Layer):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        if not isinstance(n, int):
            lathe.refuse("invalid-argument", "TypeError", "the argument of RepeatVector must be an int, not " + repr(n))

    def call(self, inputs):
        need_rank(self, inputs.shape, 2)
        return tf.tile(tf.expand_dims(inputs, 1), [1, self.n, 1])


class Identity(Layer):
    def call(self, inputs):
        return inputs


class Lambda(Layer):
    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        self.function = function
        self.arguments = {} if arguments is None else arguments

    def call(self, inputs, mask=None, training=None):
        extra = dict(self.arguments)
        if lathe.parameter(self.function, "mask") is not None:
            extra["mask"] = mask
        if lathe.parameter(self.function, "training") is not None:
            extra["training"] = training
        return self.function(inputs, **extra)


class ActivityRegularization(Layer):
    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        from library.keras.regularizers import L1L2
        super().__init__(activity_regularizer=L1L2(l1, l2), **kwargs)

    def call(self, inputs):
        return inputs


class Masking(Layer):
    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.mask_value = mask_value

    def compute_mask(self, inputs, mask=None):
        return tf.reduce_any(tf.not_equal(inputs, tf.cast(self.mask_value, inputs.dtype)), axis=-1)

    def call(self, inputs):
        keep = tf.reduce_any(tf.not_equal(inputs, tf.cast(self.mask_value, inputs.dtype)), axis=-1, keepdims=True)
        return inputs * tf.cast(keep, inputs.dtype)


class ReLU(Layer):
    def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.max_value = max_value
        self.negative_slope = 0.0 if negative_slope is None else negative_slope
        self.threshold = 0.0 if threshold is None else threshold

    def call(self, inputs):
        from library.keras.activations import relu
        return relu(inputs, negative_slope=self.negative_slope, max_value=self.max_value, threshold=self.threshold)


class LeakyReLU(Layer):
    def __init__(self, negative_slope=0.3, **kwargs):
        super().__init__(**kwargs)
        self.negative_slope = negative_slope

    def call(self, inputs):
        return tf.nn.leaky_relu(inputs, alpha=self.negative_slope)


class ELU(Layer):
    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs):
        from library.keras.activations import elu
        return elu(inputs, alpha=self.alpha)


class PReLU(Layer):
    def __init__(self, alpha_initializer="Zeros", alpha_regularizer=None, alpha_constraint=None, shared_axes=None, **kwargs):
        super().__init__(**kwargs)
        self.alpha_initializer = get_initializer(alpha_initializer)
        self.alpha_regularizer = get_regularizer(alpha_regularizer)
        self.alpha_constraint = get_constraint(alpha_constraint)
        self.shared_axes = [] if shared_axes is None else (list(shared_axes) if isinstance(shared_axes, (list, tuple)) else [shared_axes])

    def build(self, input_shape):
        shape = list(input_shape[1:])
        for axis in self.shared_axes:
            shape[axis - 1] = 1
        self.alpha = self.add_weight(shape=tuple(shape), initializer=self.alpha_initializer, name="alpha",
                                     regularizer=self.alpha_regularizer, constraint=self.alpha_constraint)
        self.built = True

    def call(self, inputs):
        return tf.nn.relu(inputs) - tf.convert_to_tensor(self.alpha) * tf.nn.relu(-inputs)


class Softmax(Layer):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs, mask=None):
        x = inputs
        if mask is not None:
            x = tf.where(mask, x, tf.cast(-1e9, x.dtype))
        if isinstance(self.axis, (list, tuple)):
            shifted = tf.exp(x - tf.reduce_logsumexp(x, axis=list(self.axis), keepdims=True))
        else:
            shifted = tf.nn.softmax(x, axis=self.axis)
        if mask is not None:
            shifted = tf.where(mask, shifted, tf.zeros_like(shifted))
        return shifted


class Rescaling(Layer):
    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale
        self.offset = offset

    def call(self, inputs):
        return tf.cast(inputs, self.compute_dtype) * tf.cast(self.scale, self.compute_dtype) + tf.cast(self.offset, self.compute_dtype)


class _MergeTwo(Layer):
    """Folds a list of tensors from the left."""

    def _align(self, inputs):
        if not isinstance(inputs, (list, tuple)) or len(inputs) < 2:
            invalid("the layer '" + self.name + "' takes a list of at least two tensors")
        rank = max([len(x.shape) for x in inputs])
        out = []
        for x in inputs:
            while len(x.shape) < rank:
                x = tf.expand_dims(x, 1)
            out.append(x)
        return out

    def call(self, inputs):
        parts = self._align(inputs)
        y = parts[0]
        for x in parts[1:]:
            y = self._combine(y, x)
        return y


class Add(_MergeTwo):
    def _combine(self, a, b):
        return a + b


class Subtract(_MergeTwo):
    def call(self, inputs):
        parts = self._align(inputs)
        if len(parts) != 2:
            invalid("Subtract takes a list of exactly two tensors, not " + str(len(parts)))
        return parts[0] - parts[1]


class Multiply(_MergeTwo):
    def _combine(self, a, b):
        return a * b


class Average(_MergeTwo):
    def call(self, inputs):
        parts = self._align(inputs)
        y = parts[0]
        for x in parts[1:]:
            y = y + x
        return y / len(parts)


class Maximum(_MergeTwo):
    def _combine(self, a, b):
        return tf.maximum(a, b)


class Minimum(_MergeTwo):
    def _combine(self, a, b):
        return tf.minimum(a, b)


class Concatenate(Layer):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        if not isinstance(inputs, (list, tuple)) or len(inputs) < 1:
            invalid("Concatenate takes a list of tensors")
        return tf.concat(list(inputs), axis=self.axis)


class Dot(Layer):
    def __init__(self, axes, normalize=False, **kwargs):
        super().__init__(**kwargs)
        self.axes = axes
        self.normalize = normalize

    def call(self, inputs):
        if not isinstance(inputs, (list, tuple)) or len(inputs) != 2:
            invalid("Dot takes a list of two tensors")
        x, y = inputs[0], inputs[1]
        a0, a1 = (self.axes, self.axes) if isinstance(self.axes, int) else tuple(self.axes)
        a0 = a0 % len(x.shape)
        a1 = a1 % len(y.shape)
        if self.normalize:
            x = tf.math.l2_normalize(x, axis=a0)
            y = tf.math.l2_normalize(y, axis=a1)
        letters = "cdefghij"
        left = "".join([letters[i] for i in range(1, len(x.shape))])
        right = "".join([letters[i].upper() for i in range(1, len(y.shape))])
        left = left[:a0 - 1] + "z" + left[a0:]
        right = right[:a1 - 1] + "z" + right[a1:]
        out = "b" + left.replace("z", "") + right.replace("z", "")
        result = tf.einsum("b" + left + ",b" + right + "->" + out, x, y)
        return tf.expand_dims(result, 1) if len(result.shape) == 1 else result
