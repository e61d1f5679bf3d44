"""Losses: functions that give one value per sample, and classes that weigh and reduce them."""
import math

import lathe
import tensorflow as tf
from library.keras.names import EPSILON, dtype_name, invalid, lookup, mismatch, snake_case


def _floats(y_true, y_pred):
    y_pred = tf.convert_to_tensor(y_pred)
    if not y_pred.dtype.is_floating:
        y_pred = tf.cast(y_pred, tf.float32)
    return tf.cast(tf.convert_to_tensor(y_true), y_pred.dtype), y_pred


def squeeze_or_expand(x1, x2):
    """[n] against [n, 1] becomes [n, 1]; a trailing dimension of one more rank is dropped."""
    if x1.shape.rank is None or x2.shape.rank is None:
        return x1, x2
    r1, r2 = len(x1.shape), len(x2.shape)
    if r1 == r2:
        return x1, x2
    if r1 == 1 and r2 == 2 and x2.shape[-1] == 1:
        return tf.expand_dims(x1, -1), x2
    if r2 == 1 and r1 == 2 and x1.shape[-1] == 1:
        return x1, tf.expand_dims(x2, -1)
    if r1 == r2 + 1 and x1.shape[-1] == 1:
        return tf.squeeze(x1, -1), x2
    if r2 == r1 + 1 and x2.shape[-1] == 1:
        return x1, tf.squeeze(x2, -1)
    return x1, x2


def _pair(y_true, y_pred):
    y_true, y_pred = _floats(y_true, y_pred)
    return squeeze_or_expand(y_true, y_pred)


def _mean(x, axis=-1):
    return x if len(x.shape) == 0 else tf.reduce_mean(x, axis=axis)


def mse(y_true, y_pred):
    t, p = _pair(y_true, y_pred)
    return _mean(tf.square(p - t))


def mae(y_true, y_pred):
    t, p = _pair(y_true, y_pred)
    return _mean(tf.abs(p - t))


def mape(y_true, y_pred):
    t, p = _pair(y_true, y_pred)
    return 100.0 * _mean(tf.abs((t - p) / tf.maximum(tf.abs(t), EPSILON)))


def msle(y_true, y_pred):
    t, p = _pair(y_true, y_pred)
    return _mean(tf.square(tf.math.log(tf.maximum(p, EPSILON) + 1.0) - tf.math.log(tf.maximum(t, EPSILON) + 1.0)))


def huber(y_true, y_pred, delta=1.0):
    t, p = _pair(y_true, y_pred)
    error = tf.abs(p - t)
    return _mean(tf.where(error <= delta, 0.5 * tf.square(error), delta * error - 0.5 * delta * delta))


def logcosh(y_true, y_pred):
    t, p = _pair(y_true, y_pred)
    d = p - t
    return _mean(d + tf.math.softplus(-2.0 * d) - math.log(2.0))


def kld(y_true, y_pred):
    t, p = _floats(y_true, y_pred)
    t = tf.clip_by_value(t, EPSILON, 1.0)
    p = tf.clip_by_value(p, EPSILON, 1.0)
    return tf.reduce_sum(t * tf.math.log(t / p), axis=-1)


def poisson(y_true, y_pred):
    t, p = _floats(y_true, y_pred)
    return _mean(p - t * tf.math.log(p + EPSILON))


def _signs(t):
    binary = tf.reduce_all(tf.logical_or(tf.equal(t, 0.0), tf.equal(t, 1.0)))
    return tf.where(binary, 2.0 * t - 1.0, t)


def hinge(y_true, y_pred):
    t, p = _floats(y_true, y_pred)
    return _mean(tf.maximum(1.0 - _signs(t) * p, 0.0))


def squared_hinge(y_true, y_pred):
    t, p = _floats(y_true, y_pred)
    return _mean(tf.square(tf.maximum(1.0 - _signs(t) * p, 0.0)))


def categorical_hinge(y_true, y_pred):
    t, p = _floats(y_true, y_pred)
    positive = tf.reduce_sum(t * p, axis=-1)
    negative = tf.reduce_max((1.0 - t) * p, axis=-1)
    return tf.maximum(negative - positive + 1.0, 0.0)


def _unit(x, axis):
    return x * tf.minimum(1.0 / tf.sqrt(tf.reduce_sum(tf.square(x), axis=axis, keepdims=True)), 1.0 / EPSILON)


def cosine_similarity(y_true, y_pred, axis=-1):
    t, p = _pair(y_true, y_pred)
    return -tf.reduce_sum(_unit(t, axis) * _unit(p, axis), axis=axis)


def _binary(t, p, from_logits):
    if from_logits:
        return tf.maximum(p, 0.0) - p * t + tf.math.log1p(tf.exp(-tf.abs(p)))
    q = tf.clip_by_value(p, EPSILON, 1.0 - EPSILON)
    return -(t * tf.math.log(q) + (1.0 - t) * tf.math.log(1.0 - q))


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    t, p = _floats(y_true, y_pred)
    if label_smoothing:
        t = t * (1.0 - label_smoothing) + 0.5 * label_smoothing
    return _mean(_binary(t, p, from_logits), axis)


def _same_classes(t, p):
    if t.shape.rank is not None and p.shape.rank is not None:
        if len(t.shape) != len(p.shape):
            mismatch("the labels have shape " + str(t.shape) + ", the predictions " + str(p.shape) + ": one-hot labels have one number per class")
        for a, b in zip(t.shape, p.shape):
            if a is not None and b is not None and lathe.known(a) and lathe.known(b) and a != b:
                mismatch("the labels have shape " + str(t.shape) + ", the predictions " + str(p.shape))


def _probabilities(p, axis):
    p = p / tf.reduce_sum(p, axis=axis, keepdims=True)
    return tf.clip_by_value(p, EPSILON, 1.0 - EPSILON)


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    t, p = _floats(y_true, y_pred)
    _same_classes(t, p)
    if label_smoothing:
        t = t * (1.0 - label_smoothing) + label_smoothing / tf.cast(tf.shape(t)[-1], t.dtype)
    logs = tf.nn.log_softmax(p, axis=axis) if from_logits else tf.math.log(_probabilities(p, axis))
    return -tf.reduce_sum(t * logs, axis=axis)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, ignore_class=None, axis=-1):
    p = tf.convert_to_tensor(y_pred)
    if not p.dtype.is_floating:
        p = tf.cast(p, tf.float32)
    t = tf.convert_to_tensor(y_true)
    if len(t.shape) == len(p.shape) and t.shape[-1] == 1:
        t = tf.squeeze(t, -1)
    if len(t.shape) != len(p.shape) - 1:
        mismatch("sparse labels have one dimension less than the predictions: their shapes are " + str(t.shape) + " and " + str(p.shape))
    for a, b in zip(t.shape, p.shape):
        if a is not None and b is not None and lathe.known(a) and lathe.known(b) and a != b:
            mismatch("the labels have shape " + str(t.shape) + ", the predictions " + str(p.shape))
    labels = tf.cast(t, tf.int64)
    valid = None
    if ignore_class is not None:
        valid = tf.not_equal(labels, tf.cast(ignore_class, tf.int64))
        labels = tf.where(valid, labels, tf.zeros_like(labels))
    logits = p if from_logits else tf.math.log(tf.clip_by_value(p, EPSILON, 1.0 - EPSILON))
    if axis != -1 and axis != len(p.shape) - 1:
        order = [i for i in range(len(p.shape)) if i != axis] + [axis]
        logits = tf.transpose(logits, order)
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    if valid is not None:
        losses = tf.where(valid, losses, tf.zeros_like(losses))
    return losses


def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1):
    t, p = _floats(y_true, y_pred)
    if label_smoothing:
        t = t * (1.0 - label_smoothing) + 0.5 * label_smoothing
    if from_logits:
        p = tf.sigmoid(p)
    bce = _binary(t, p, False)
    pt = t * p + (1.0 - t) * (1.0 - p)
    loss = tf.pow(1.0 - pt, gamma) * bce
    if apply_class_balancing:
        loss = loss * (t * alpha + (1.0 - t) * (1.0 - alpha))
    return _mean(loss, axis)


def categorical_focal_crossentropy(y_true, y_pred, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1):
    t, p = _floats(y_true, y_pred)
    if label_smoothing:
        t = t * (1.0 - label_smoothing) + label_smoothing / tf.cast(tf.shape(t)[-1], t.dtype)
    if from_logits:
        p = tf.nn.softmax(p, axis=axis)
    q = _probabilities(p, axis)
    return tf.reduce_sum(alpha * tf.pow(1.0 - q, gamma) * (-t * tf.math.log(q)), axis=axis)


def dice(y_true, y_pred, axis=None):
    t, p = _floats(y_true, y_pred)
    both = tf.reduce_sum(t * p, axis=axis)
    return 1.0 - 2.0 * both / (tf.reduce_sum(t, axis=axis) + tf.reduce_sum(p, axis=axis) + EPSILON)


def tversky(y_true, y_pred, alpha=0.5, beta=0.5, axis=None):
    t, p = _floats(y_true, y_pred)
    both = tf.reduce_sum(t * p, axis=axis)
    fp = tf.reduce_sum((1.0 - t) * p, axis=axis)
    fn = tf.reduce_sum(t * (1.0 - p), axis=axis)
    return 1.0 - both / (both + alpha * fp + beta * fn + EPSILON)


_REDUCTIONS = ("sum_over_batch_size", "mean", "sum", "none", "mean_with_sample_weight")


class Loss:
    def __init__(self, name=None, reduction="sum_over_batch_size", dtype=None):
        self.name = snake_case(type(self).__name__) if name is None else name
        if reduction is not None and reduction not in _REDUCTIONS:
            invalid("no reduction is named '" + str(reduction) + "'; the names are " + ", ".join(_REDUCTIONS))
        self.reduction = reduction
        self.dtype = "float32" if dtype is None else dtype_name(dtype)

    def call(self, y_true, y_pred):
        lathe.refuse("unsupported-operand", "NotImplementedError", "the loss '" + type(self).__name__ + "' does not define call()")

    def convert(self, value):
        value = tf.convert_to_tensor(value)
        return tf.cast(value, self.dtype)

    def prepare(self, y_true, y_pred):
        return y_true, y_pred

    def __call__(self, y_true, y_pred, sample_weight=None):
        t, p = self.prepare(self.convert(y_true), self.convert(y_pred))
        return reduce_weighted(self.call(t, p), sample_weight, self.reduction, self.dtype, self.kept(y_true))

    def kept(self, y_true):
        return None

    def get_config(self):
        return {"name": self.name, "reduction": self.reduction}


def reduce_weighted(values, sample_weight, reduction, dtype, kept=None):
    values = tf.cast(tf.convert_to_tensor(values), dtype)
    weights = None
    if sample_weight is not None:
        weights = tf.cast(tf.convert_to_tensor(sample_weight), dtype)
    if kept is not None:
        share = tf.cast(kept, dtype)
        if reduction in ("sum_over_batch_size", "mean"):
            share = share * tf.cast(tf.size(share), dtype) / tf.reduce_sum(share)
        weights = share if weights is None else weights * share
    if weights is not None:
        values, weights = squeeze_or_expand(values, weights)
        while len(weights.shape) < len(values.shape):
            weights = tf.expand_dims(weights, -1)
        values = values * weights
    if reduction is None or reduction == "none":
        return values
    total = tf.reduce_sum(values)
    if reduction == "sum":
        return total
    if reduction == "mean_with_sample_weight" and weights is not None:
        return tf.math.divide_no_nan(total, tf.reduce_sum(tf.broadcast_to(weights, tf.shape(values))))
    return tf.math.divide_no_nan(total, tf.cast(tf.size(values), dtype))


class LossFunctionWrapper(Loss):
    def __init__(self, fn, reduction="sum_over_batch_size", name=None, dtype=None, **kwargs):
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        self.fn = fn
        self.fn_kwargs = kwargs

    def prepare(self, y_true, y_pred):
        return squeeze_or_expand(y_true, y_pred)

    def call(self, y_true, y_pred):
        return self.fn(y_true, y_pred, **self.fn_kwargs)


class MeanSquaredError(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="mean_squared_error", dtype=None):
        super().__init__(mse, reduction, name, dtype)


class MeanAbsoluteError(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="mean_absolute_error", dtype=None):
        super().__init__(mae, reduction, name, dtype)


class MeanAbsolutePercentageError(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="mean_absolute_percentage_error", dtype=None):
        super().__init__(mape, reduction, name, dtype)


class MeanSquaredLogarithmicError(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="mean_squared_logarithmic_error", dtype=None):
        super().__init__(msle, reduction, name, dtype)


class Huber(LossFunctionWrapper):
    def __init__(self, delta=1.0, reduction="sum_over_batch_size", name="huber_loss", dtype=None):
        super().__init__(huber, reduction, name, dtype, delta=delta)


class LogCosh(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="log_cosh", dtype=None):
        super().__init__(logcosh, reduction, name, dtype)


class CosineSimilarity(LossFunctionWrapper):
    def __init__(self, axis=-1, reduction="sum_over_batch_size", name="cosine_similarity", dtype=None):
        super().__init__(cosine_similarity, reduction, name, dtype, axis=axis)


class Hinge(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="hinge", dtype=None):
        super().__init__(hinge, reduction, name, dtype)


class SquaredHinge(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="squared_hinge", dtype=None):
        super().__init__(squared_hinge, reduction, name, dtype)


class CategoricalHinge(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="categorical_hinge", dtype=None):
        super().__init__(categorical_hinge, reduction, name, dtype)


class KLDivergence(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="kl_divergence", dtype=None):
        super().__init__(kld, reduction, name, dtype)


class Poisson(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="poisson", dtype=None):
        super().__init__(poisson, reduction, name, dtype)


class BinaryCrossentropy(LossFunctionWrapper):
    def __init__(self, from_logits=False, label_smoothing=0.0, axis=-1, reduction="sum_over_batch_size", name="binary_crossentropy", dtype=None):
        super().__init__(binary_crossentropy, reduction, name, dtype, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)


class CategoricalCrossentropy(LossFunctionWrapper):
    def __init__(self, from_logits=False, label_smoothing=0.0, axis=-1, reduction="sum_over_batch_size", name="categorical_crossentropy", dtype=None):
        super().__init__(categorical_crossentropy, reduction, name, dtype, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)


class SparseCategoricalCrossentropy(LossFunctionWrapper):
    def __init__(self, from_logits=False, ignore_class=None, reduction="sum_over_batch_size", axis=-1, name="sparse_categorical_crossentropy", dtype=None):
        super().__init__(sparse_categorical_crossentropy, reduction, name, dtype, from_logits=from_logits, ignore_class=ignore_class, axis=axis)
        self.ignore_class = ignore_class

    def kept(self, y_true):
        if self.ignore_class is None:
            return None
        t = tf.convert_to_tensor(y_true)
        return tf.not_equal(t, tf.cast(self.ignore_class, t.dtype))

    def convert(self, value):
        value = tf.convert_to_tensor(value)
        return value if value.dtype.is_integer else tf.cast(value, self.dtype)


class BinaryFocalCrossentropy(LossFunctionWrapper):
    def __init__(self, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1,
                 reduction="sum_over_batch_size", name="binary_focal_crossentropy", dtype=None):
        super().__init__(binary_focal_crossentropy, reduction, name, dtype, apply_class_balancing=apply_class_balancing, alpha=alpha,
                         gamma=gamma, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)


class CategoricalFocalCrossentropy(LossFunctionWrapper):
    def __init__(self, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1, reduction="sum_over_batch_size",
                 name="categorical_focal_crossentropy", dtype=None):
        super().__init__(categorical_focal_crossentropy, reduction, name, dtype, alpha=alpha, gamma=gamma, from_logits=from_logits,
                         label_smoothing=label_smoothing, axis=axis)


class Dice(LossFunctionWrapper):
    def __init__(self, reduction="sum_over_batch_size", name="dice", axis=None, dtype=None):
        super().__init__(dice, reduction, name, dtype, axis=axis)


class Tversky(LossFunctionWrapper):
    def __init__(self, alpha=0.5, beta=0.5, reduction="sum_over_batch_size", name="tversky", axis=None, dtype=None):
        super().__init__(tversky, reduction, name, dtype, alpha=alpha, beta=beta, axis=axis)


_FUNCTIONS = {
    "mse": mse, "MSE": mse, "mean_squared_error": mse, "mae": mae, "MAE": mae, "mean_absolute_error": mae, "mape": mape,
    "MAPE": mape, "mean_absolute_percentage_error": mape, "msle": msle, "MSLE": msle, "mean_squared_logarithmic_error": msle,
    "huber": huber, "log_cosh": logcosh, "cosine_similarity": cosine_similarity, "hinge": hinge, "squared_hinge": squared_hinge,
    "categorical_hinge": categorical_hinge, "kl_divergence": kld, "kld": kld, "KLD": kld, "poisson": poisson,
    "binary_crossentropy": binary_crossentropy, "bce": binary_crossentropy, "BCE": binary_crossentropy,
    "categorical_crossentropy": categorical_crossentropy, "sparse_categorical_crossentropy": sparse_categorical_crossentropy,
    "binary_focal_crossentropy": binary_focal_crossentropy, "categorical_focal_crossentropy": categorical_focal_crossentropy,
    "dice": dice, "tversky": tversky,
}
_CLASSES = {
    "MeanSquaredError": MeanSquaredError, "MeanAbsoluteError": MeanAbsoluteError,
    "MeanAbsolutePercentageError": MeanAbsolutePercentageError, "MeanSquaredLogarithmicError": MeanSquaredLogarithmicError,
    "Huber": Huber, "LogCosh": LogCosh, "CosineSimilarity": CosineSimilarity, "Hinge": Hinge, "SquaredHinge": SquaredHinge,
    "CategoricalHinge": CategoricalHinge, "KLDivergence": KLDivergence, "Poisson": Poisson,
    "BinaryCrossentropy": BinaryCrossentropy, "CategoricalCrossentropy": CategoricalCrossentropy,
    "SparseCategoricalCrossentropy": SparseCategoricalCrossentropy, "BinaryFocalCrossentropy": BinaryFocalCrossentropy,
    "CategoricalFocalCrossentropy": CategoricalFocalCrossentropy, "Dice": Dice, "Tversky": Tversky,
}


def get(identifier):
    if identifier is None or not isinstance(identifier, str):
        return identifier
    if identifier in _CLASSES:
        return _CLASSES[identifier]()
    return lookup("loss", _FUNCTIONS, identifier)
