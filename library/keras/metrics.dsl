"""Metrics: variables that accumulate over updates."""
import lathe
import tensorflow as tf
from library.keras.losses import (
    binary_crossentropy as loss_binary_crossentropy, categorical_crossentropy as loss_categorical_crossentropy,
    categorical_hinge as loss_categorical_hinge, cosine_similarity as loss_cosine_similarity, hinge as loss_hinge,
    kld as loss_kld, logcosh as loss_logcosh, mae as loss_mae, mape as loss_mape, mse as loss_mse,
    msle as loss_msle, poisson as loss_poisson,
    sparse_categorical_crossentropy as loss_sparse_categorical_crossentropy, squared_hinge as loss_squared_hinge,
    squeeze_or_expand as loss_squeeze_or_expand)
from library.keras.names import EPSILON, dtype_name, invalid, lookup, snake_case, unique_name


class Metric:
    def __init__(self, dtype=None, name=None):
        self.name = unique_name(type(self).__name__) if name is None else name
        self.dtype = "float32" if dtype is None else dtype_name(dtype)
        self._vars = []

    def add_variable(self, shape, initializer, dtype=None, aggregation="sum", name=None):
        kind = self.dtype if dtype is None else dtype_name(dtype)
        value = 1.0 if initializer == "ones" else 0.0
        v = lathe.variable(lambda: tf.fill(list(shape), tf.cast(value, kind)), False, "variable" if name is None else name,
                           self.name + "/" + ("variable" if name is None else name), None, None)
        self._vars.append(v)
        return v

    def add_weight(self, shape=(), initializer=None, dtype=None, name=None):
        return self.add_variable(shape, "zeros" if initializer is None else initializer, dtype, name=name)

    @property
    def variables(self):
        return list(self._vars)

    def reset_state(self):
        for v in self._vars:
            v.assign(tf.zeros_like(v))

    def update_state(self, *args, **kwargs):
        lathe.refuse("unsupported-operand", "NotImplementedError", "the metric '" + type(self).__name__ + "' does not define update_state()")

    def result(self):
        lathe.refuse("unsupported-operand", "NotImplementedError", "the metric '" + type(self).__name__ + "' does not define result()")

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    def __repr__(self):
        return "<" + type(self).__name__ + " name=" + self.name + ">"


def _reduced(values, sample_weight, dtype):
    """One value and one weight per sample."""
    v = tf.cast(tf.convert_to_tensor(values), dtype)
    w = None
    if sample_weight is not None:
        w = tf.cast(tf.convert_to_tensor(sample_weight), dtype)
        v, w = loss_squeeze_or_expand(v, w)
        if len(v.shape) > len(w.shape):
            v = tf.reduce_mean(v, axis=list(range(len(w.shape), len(v.shape))))
        v = v * w
        if len(w.shape) > 1:
            w = tf.reduce_mean(w, axis=list(range(1, len(w.shape))))
    if len(v.shape) > 1:
        v = tf.reduce_mean(v, axis=list(range(1, len(v.shape))))
    return v, w


class Mean(Metric):
    def __init__(self, name="mean", dtype=None):
        super().__init__(dtype=dtype, name=name)
        self.total = self.add_variable((), "zeros", name="total")
        self.count = self.add_variable((), "zeros", name="count")

    def update_state(self, values, sample_weight=None):
        v, w = _reduced(values, sample_weight, self.dtype)
        self.total.assign_add(tf.reduce_sum(v))
        if w is not None:
            self.count.assign_add(tf.reduce_sum(w))
        elif len(v.shape) == 0:
            self.count.assign_add(tf.ones([], self.dtype))
        else:
            self.count.assign_add(tf.cast(tf.shape(v)[0], self.dtype))

    def result(self):
        return tf.math.divide_no_nan(tf.convert_to_tensor(self.total), tf.convert_to_tensor(self.count))


class Sum(Metric):
    def __init__(self, name="sum", dtype=None):
        super().__init__(dtype=dtype, name=name)
        self.total = self.add_variable((), "zeros", name="total")

    def update_state(self, values, sample_weight=None):
        v, w = _reduced(values, sample_weight, self.dtype)
        self.total.assign_add(tf.reduce_sum(v))

    def result(self):
        return tf.convert_to_tensor(self.total)


class MeanMetricWrapper(Mean):
    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype)
        self._fn = fn
        self._fn_kwargs = kwargs

    def update_state(self, y_true, y_pred, sample_weight=None):
        t, p = tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred)
        if p.dtype.is_floating or not t.dtype.is_integer:
            p = tf.cast(p, self.dtype)
        super().update_state(self._fn(t, p, **self._fn_kwargs), sample_weight)


class MeanSquaredError(MeanMetricWrapper):
    def __init__(self, name="mean_squared_error", dtype=None):
        super().__init__(loss_mse, name, dtype)


class MeanAbsoluteError(MeanMetricWrapper):
    def __init__(self, name="mean_absolute_error", dtype=None):
        super().__init__(loss_mae, name, dtype)


class MeanAbsolutePercentageError(MeanMetricWrapper):
    def __init__(self, name="mean_absolute_percentage_error", dtype=None):
        super().__init__(loss_mape, name, dtype)


class MeanSquaredLogarithmicError(MeanMetricWrapper):
    def __init__(self, name="mean_squared_logarithmic_error", dtype=None):
        super().__init__(loss_msle, name, dtype)


class LogCoshError(MeanMetricWrapper):
    def __init__(self, name="logcosh", dtype=None):
        super().__init__(loss_logcosh, name, dtype)


class Hinge(MeanMetricWrapper):
    def __init__(self, name="hinge", dtype=None):
        super().__init__(loss_hinge, name, dtype)


class SquaredHinge(MeanMetricWrapper):
    def __init__(self, name="squared_hinge", dtype=None):
        super().__init__(loss_squared_hinge, name, dtype)


class CategoricalHinge(MeanMetricWrapper):
    def __init__(self, name="categorical_hinge", dtype=None):
        super().__init__(loss_categorical_hinge, name, dtype)


class KLDivergence(MeanMetricWrapper):
    def __init__(self, name="kl_divergence", dtype=None):
        super().__init__(loss_kld, name, dtype)


class Poisson(MeanMetricWrapper):
    def __init__(self, name="poisson", dtype=None):
        super().__init__(loss_poisson, name, dtype)


class CosineSimilarity(MeanMetricWrapper):
    def __init__(self, name="cosine_similarity", dtype=None, axis=-1):
        super().__init__(lambda t, p: -loss_cosine_similarity(t, p, axis=axis), name, dtype)


class BinaryCrossentropy(MeanMetricWrapper):
    def __init__(self, name="binary_crossentropy", dtype=None, from_logits=False, label_smoothing=0):
        super().__init__(loss_binary_crossentropy, name, dtype, from_logits=from_logits, label_smoothing=label_smoothing)


class CategoricalCrossentropy(MeanMetricWrapper):
    def __init__(self, name="categorical_crossentropy", dtype=None, from_logits=False, label_smoothing=0, axis=-1):
        super().__init__(loss_categorical_crossentropy, name, dtype, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)


class SparseCategoricalCrossentropy(MeanMetricWrapper):
    def __init__(self, name="sparse_categorical_crossentropy", dtype=None, from_logits=False, axis=-1):
        super().__init__(loss_sparse_categorical_crossentropy, name, dtype, from_logits=from_logits, axis=axis)


def accuracy(y_true, y_pred):
    t, p = loss_squeeze_or_expand(y_true, y_pred)
    return tf.cast(tf.equal(t, tf.cast(p, t.dtype)), tf.float32)


def binary_accuracy(y_true, y_pred, threshold=0.5):
    t, p = loss_squeeze_or_expand(y_true, y_pred)
    hit = tf.cast(p > tf.cast(threshold, p.dtype), t.dtype)
    return tf.cast(tf.equal(t, hit), tf.float32)


def categorical_accuracy(y_true, y_pred):
    return tf.cast(tf.equal(tf.argmax(y_true, axis=-1), tf.argmax(y_pred, axis=-1)), tf.float32)


def sparse_categorical_accuracy(y_true, y_pred):
    t = y_true
    if len(t.shape) == len(y_pred.shape) and t.shape[-1] == 1:
        t = tf.squeeze(t, -1)
    return tf.cast(tf.equal(tf.cast(t, tf.int64), tf.argmax(y_pred, axis=-1)), tf.float32)


def _in_top(labels, y_pred, k):
    own = tf.gather(y_pred, labels, axis=-1, batch_dims=1)
    better = tf.reduce_sum(tf.cast(y_pred > tf.expand_dims(own, -1), tf.int32), axis=-1)
    return tf.cast(better < k, tf.float32)


def top_k_categorical_accuracy(y_true, y_pred, k=5):
    return _in_top(tf.argmax(y_true, axis=-1), y_pred, k)


def sparse_top_k_categorical_accuracy(y_true, y_pred, k=5):
    t = tf.cast(y_true, tf.int64)
    if len(t.shape) == len(y_pred.shape) and t.shape[-1] == 1:
        t = tf.squeeze(t, -1)
    return _in_top(t, y_pred, k)


class Accuracy(MeanMetricWrapper):
    def __init__(self, name="accuracy", dtype=None):
        super().__init__(accuracy, name, dtype)


class BinaryAccuracy(MeanMetricWrapper):
    def __init__(self, name="binary_accuracy", dtype=None, threshold=0.5):
        super().__init__(binary_accuracy, name, dtype, threshold=threshold)


class CategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, name="categorical_accuracy", dtype=None):
        super().__init__(categorical_accuracy, name, dtype)


class SparseCategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, name="sparse_categorical_accuracy", dtype=None):
        super().__init__(sparse_categorical_accuracy, name, dtype)


class TopKCategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, k=5, name="top_k_categorical_accuracy", dtype=None):
        super().__init__(top_k_categorical_accuracy, name, dtype, k=k)


class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, k=5, name="sparse_top_k_categorical_accuracy", dtype=None, from_sorted_ids=False):
        super().__init__(sparse_top_k_categorical_accuracy, name, dtype, k=k)


class RootMeanSquaredError(Mean):
    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name=name, dtype=dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        p = tf.cast(tf.convert_to_tensor(y_pred), self.dtype)
        t, p = loss_squeeze_or_expand(tf.cast(tf.convert_to_tensor(y_true), self.dtype), p)
        super().update_state(tf.square(p - t), sample_weight)

    def result(self):
        return tf.sqrt(super().result())


class _Counts(Metric):
    """Predictions above thresholds, by whether they are right; `wanted` names the counts that are kept."""

    def __init__(self, wanted, thresholds, name, dtype, top_k=None, class_id=None):
        super().__init__(dtype=dtype, name=name)
        default = [0.5] if top_k is None else [-1e10]
        self.thresholds = default if thresholds is None else list(thresholds) if isinstance(thresholds, (list, tuple)) else [thresholds]
        self._single = thresholds is None or not isinstance(thresholds, (list, tuple))
        for t in self.thresholds:
            if t > 1 or (t < 0 and top_k is None):
                invalid("thresholds must be between 0 and 1, not " + str(t))
        self.top_k = top_k
        self.class_id = class_id
        self._wanted = wanted
        self._counts = {w: self.add_variable((len(self.thresholds),), "zeros", name=w) for w in wanted}

    def update_state(self, y_true, y_pred, sample_weight=None):
        p = tf.cast(tf.convert_to_tensor(y_pred), self.dtype)
        t = tf.cast(tf.convert_to_tensor(y_true), self.dtype)
        t, p = loss_squeeze_or_expand(t, p)
        if self.top_k is not None:
            order = tf.argsort(tf.argsort(p, axis=-1, direction="DESCENDING", stable=True), axis=-1, stable=True)
            p = tf.where(order < self.top_k, p, tf.cast(-1e10, p.dtype))
        if self.class_id is not None:
            t, p = t[..., self.class_id], p[..., self.class_id]
        w = tf.ones_like(p)
        if sample_weight is not None:
            given = tf.cast(tf.convert_to_tensor(sample_weight), self.dtype)
            while len(given.shape) < len(p.shape):
                given = tf.expand_dims(given, -1)
            w = w * given
        t, p, w = tf.reshape(t, [1, -1]), tf.reshape(p, [1, -1]), tf.reshape(w, [1, -1])
        limits = tf.reshape(tf.cast(tf.constant(self.thresholds), self.dtype), [-1, 1])
        positive = p > limits
        real = tf.cast(t, tf.bool)
        masks = {"true_positives": lambda: tf.logical_and(positive, real), "false_positives": lambda: tf.logical_and(positive, tf.logical_not(real)),
                 "true_negatives": lambda: tf.logical_not(tf.logical_or(positive, real)),
                 "false_negatives": lambda: tf.logical_and(tf.logical_not(positive), real)}
        for name in self._wanted:
            self._counts[name].assign_add(tf.reduce_sum(tf.cast(masks[name](), self.dtype) * w, axis=1))

    def _value(self, name):
        return tf.convert_to_tensor(self._counts[name])

    def _shown(self, value):
        return value[0] if self._single else value


class TruePositives(_Counts):
    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(["true_positives"], thresholds, name, dtype)

    def result(self):
        return self._shown(self._value("true_positives"))


class TrueNegatives(_Counts):
    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(["true_negatives"], thresholds, name, dtype)

    def result(self):
        return self._shown(self._value("true_negatives"))


class FalsePositives(_Counts):
    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(["false_positives"], thresholds, name, dtype)

    def result(self):
        return self._shown(self._value("false_positives"))


class FalseNegatives(_Counts):
    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(["false_negatives"], thresholds, name, dtype)

    def result(self):
        return self._shown(self._value("false_negatives"))


class Precision(_Counts):
    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        super().__init__(["true_positives", "false_positives"], thresholds, name, dtype, top_k, class_id)

    def result(self):
        tp = self._value("true_positives")
        return self._shown(tf.math.divide_no_nan(tp, tp + self._value("false_positives")))


class Recall(_Counts):
    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        super().__init__(["true_positives", "false_negatives"], thresholds, name, dtype, top_k, class_id)

    def result(self):
        tp = self._value("true_positives")
        return self._shown(tf.math.divide_no_nan(tp, tp + self._value("false_negatives")))


class AUC(Metric):
    def __init__(self, num_thresholds=200, curve="ROC", summation_method="interpolation", name=None, dtype=None, thresholds=None,
                 multi_label=False, num_labels=None, label_weights=None, from_logits=False):
        super().__init__(dtype=dtype, name=name)
        if multi_label:
            invalid("AUC with multi_label=True is not supported")
        if curve not in ("ROC", "PR"):
            invalid("the curve of AUC is ROC or PR, not '" + str(curve) + "'")
        if summation_method not in ("interpolation", "minoring", "majoring"):
            invalid("AUC sums by interpolation, minoring or majoring, not '" + str(summation_method) + "'")
        self.curve = curve
        self.summation_method = summation_method
        self.from_logits = from_logits
        inner = sorted(thresholds) if thresholds is not None else [i / (num_thresholds - 1) for i in range(1, num_thresholds - 1)]
        self.thresholds = [-EPSILON] + list(inner) + [1.0 + EPSILON]
        self._even = thresholds is None
        n = len(self.thresholds)
        self.num_thresholds = n
        self.true_positives = self.add_variable((n,), "zeros", name="true_positives")
        self.false_positives = self.add_variable((n,), "zeros", name="false_positives")
        self.true_negatives = self.add_variable((n,), "zeros", name="true_negatives")
        self.false_negatives = self.add_variable((n,), "zeros", name="false_negatives")

    def update_state(self, y_true, y_pred, sample_weight=None):
        p = tf.reshape(tf.cast(tf.convert_to_tensor(y_pred), self.dtype), [1, -1])
        t = tf.reshape(tf.cast(tf.cast(tf.convert_to_tensor(y_true), self.dtype), tf.bool), [1, -1])
        if self.from_logits:
            p = tf.sigmoid(p)
        w = tf.ones_like(p)
        if sample_weight is not None:
            w = w * tf.reshape(tf.cast(tf.convert_to_tensor(sample_weight), self.dtype), [1, -1])
        n = self.num_thresholds
        if self._even:
            bucket = tf.maximum(tf.math.ceil(tf.clip_by_value(p, 0.0, 1.0) * (n - 1)) - 1.0, 0.0)
            positive = bucket >= tf.reshape(tf.cast(tf.range(n), p.dtype), [-1, 1])
        else:
            positive = p > tf.reshape(tf.cast(tf.constant(self.thresholds), p.dtype), [-1, 1])

        def count(mask):
            return tf.reduce_sum(tf.cast(mask, self.dtype) * w, axis=1)

        self.true_positives.assign_add(count(tf.logical_and(positive, t)))
        self.false_positives.assign_add(count(tf.logical_and(positive, tf.logical_not(t))))
        self.true_negatives.assign_add(count(tf.logical_not(tf.logical_or(positive, t))))
        self.false_negatives.assign_add(count(tf.logical_and(tf.logical_not(positive), t)))

    def result(self):
        tp, fp = tf.convert_to_tensor(self.true_positives), tf.convert_to_tensor(self.false_positives)
        tn, fn = tf.convert_to_tensor(self.true_negatives), tf.convert_to_tensor(self.false_negatives)
        divide = tf.math.divide_no_nan
        if self.curve == "PR" and self.summation_method == "interpolation":
            total = tp + fp
            dtp = tp[:-1] - tp[1:]
            dp = total[:-1] - total[1:]
            slope = divide(dtp, tf.maximum(dp, 0.0))
            rest = tp[1:] - slope * total[1:]
            ratio = tf.where(tf.logical_and(total[:-1] > 0.0, total[1:] > 0.0), divide(total[:-1], tf.maximum(total[1:], 0.0)), tf.ones_like(dp))
            return tf.reduce_sum(divide(slope * (dtp + rest * tf.math.log(ratio)), tf.maximum(tp[1:] + fn[1:], 0.0)))
        recall = divide(tp, tp + fn)
        x, y = (divide(fp, fp + tn), recall) if self.curve == "ROC" else (recall, divide(tp, tp + fp))
        if self.summation_method == "interpolation":
            heights = (y[:-1] + y[1:]) / 2.0
        elif self.summation_method == "minoring":
            heights = tf.minimum(y[:-1], y[1:])
        else:
            heights = tf.maximum(y[:-1], y[1:])
        return tf.reduce_sum((x[:-1] - x[1:]) * heights)


class FBetaScore(Metric):
    def __init__(self, average=None, beta=1.0, threshold=None, name="fbeta_score", dtype=None):
        super().__init__(dtype=dtype, name=name)
        if average not in (None, "micro", "macro", "weighted"):
            invalid("the average of FBetaScore is None, micro, macro or weighted, not '" + str(average) + "'")
        self.average = average
        self.beta = beta
        self.threshold = threshold
        self._built = False

    def update_state(self, y_true, y_pred, sample_weight=None):
        t = tf.cast(tf.convert_to_tensor(y_true), self.dtype)
        p = tf.cast(tf.convert_to_tensor(y_pred), self.dtype)
        if not self._built:
            self._built = True
            shape = () if self.average == "micro" else (t.shape[-1],)
            self.true_positives = self.add_variable(shape, "zeros", name="true_positives")
            self.false_positives = self.add_variable(shape, "zeros", name="false_positives")
            self.false_negatives = self.add_variable(shape, "zeros", name="false_negatives")
            self.intermediate_weights = self.add_variable(shape, "zeros", name="intermediate_weights")
        if self.threshold is None:
            highest = tf.reduce_max(p, axis=-1, keepdims=True)
            hit = tf.logical_and(p >= highest, tf.abs(p) > 1e-9)
        else:
            hit = p > self.threshold
        y = tf.cast(hit, self.dtype)
        w = None if sample_weight is None else tf.reshape(tf.cast(tf.convert_to_tensor(sample_weight), self.dtype), [-1, 1])

        def total(v):
            v = v if w is None else v * w
            return tf.reduce_sum(v) if self.average == "micro" else tf.reduce_sum(v, axis=0)

        self.true_positives.assign_add(total(y * t))
        self.false_positives.assign_add(total(y * (1.0 - t)))
        self.false_negatives.assign_add(total((1.0 - y) * t))
        self.intermediate_weights.assign_add(total(t))

    def result(self):
        tp = tf.convert_to_tensor(self.true_positives)
        precision = tp / (tp + self.false_positives + EPSILON)
        recall = tp / (tp + self.false_negatives + EPSILON)
        b = self.beta * self.beta
        score = (1.0 + b) * precision * recall / (b * precision + recall + EPSILON)
        if self.average == "weighted":
            share = self.intermediate_weights / (tf.reduce_sum(self.intermediate_weights) + EPSILON)
            return tf.reduce_sum(score * share)
        return score if self.average is None else tf.reduce_mean(score)


class F1Score(FBetaScore):
    def __init__(self, average=None, threshold=None, name="f1_score", dtype=None):
        super().__init__(average, 1.0, threshold, name, dtype)


class R2Score(Metric):
    def __init__(self, class_aggregation="uniform_average", num_regressors=0, name="r2_score", dtype=None):
        super().__init__(dtype=dtype, name=name)
        if class_aggregation != "uniform_average" or num_regressors != 0:
            invalid("R2Score is supported with class_aggregation='uniform_average' and num_regressors=0 only")
        self._built = False

    def update_state(self, y_true, y_pred, sample_weight=None):
        t = tf.cast(tf.convert_to_tensor(y_true), self.dtype)
        p = tf.cast(tf.convert_to_tensor(y_pred), self.dtype)
        if not self._built:
            self._built = True
            shape = (t.shape[-1],)
            self.squared_sum = self.add_variable(shape, "zeros", name="squared_sum")
            self.sum = self.add_variable(shape, "zeros", name="sum")
            self.total_mse = self.add_variable(shape, "zeros", name="residual")
            self.count = self.add_variable(shape, "zeros", name="count")
        w = tf.ones_like(t) if sample_weight is None else tf.ones_like(t) * tf.reshape(tf.cast(tf.convert_to_tensor(sample_weight), self.dtype), [-1, 1])
        self.sum.assign_add(tf.reduce_sum(t * w, axis=0))
        self.squared_sum.assign_add(tf.reduce_sum(t * t * w, axis=0))
        self.total_mse.assign_add(tf.reduce_sum(tf.square(t - p) * w, axis=0))
        self.count.assign_add(tf.reduce_sum(w, axis=0))

    def result(self):
        mean = tf.convert_to_tensor(self.sum) / self.count
        total = self.squared_sum - self.sum * mean
        return tf.reduce_mean(1.0 - self.total_mse / total)


class MeanIoU(Metric):
    def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True, axis=-1):
        super().__init__(dtype=dtype, name=name)
        self.num_classes = num_classes
        self.ignore_class = ignore_class
        self.sparse_y_true = sparse_y_true
        self.sparse_y_pred = sparse_y_pred
        self.total_cm = self.add_variable((num_classes, num_classes), "zeros", name="total_confusion_matrix")

    def update_state(self, y_true, y_pred, sample_weight=None):
        t, p = tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred)
        if not self.sparse_y_true:
            t = tf.argmax(t, axis=-1)
        if not self.sparse_y_pred:
            p = tf.argmax(p, axis=-1)
        t, p = tf.reshape(tf.cast(t, tf.int32), [-1]), tf.reshape(tf.cast(p, tf.int32), [-1])
        w = tf.ones(tf.shape(t), self.dtype) if sample_weight is None else tf.reshape(tf.cast(tf.convert_to_tensor(sample_weight), self.dtype), [-1])
        if self.ignore_class is not None:
            w = w * tf.cast(tf.not_equal(t, self.ignore_class), self.dtype)
        rows = tf.one_hot(t, self.num_classes, dtype=self.dtype) * tf.expand_dims(w, -1)
        self.total_cm.assign_add(tf.matmul(rows, tf.one_hot(p, self.num_classes, dtype=self.dtype), transpose_a=True))

    def result(self):
        cm = tf.convert_to_tensor(self.total_cm)
        union = tf.reduce_sum(cm, axis=0) + tf.reduce_sum(cm, axis=1)
        diagonal = tf.linalg.diag_part(cm)
        union = union - diagonal
        present = tf.reduce_sum(tf.cast(tf.not_equal(union, 0.0), self.dtype))
        return tf.math.divide_no_nan(tf.reduce_sum(tf.math.divide_no_nan(diagonal, union)), present)


_CLASSES = {
    "Mean": Mean, "Sum": Sum, "MeanSquaredError": MeanSquaredError, "MeanAbsoluteError": MeanAbsoluteError,
    "MeanAbsolutePercentageError": MeanAbsolutePercentageError, "MeanSquaredLogarithmicError": MeanSquaredLogarithmicError,
    "RootMeanSquaredError": RootMeanSquaredError, "LogCoshError": LogCoshError, "Accuracy": Accuracy, "BinaryAccuracy": BinaryAccuracy,
    "CategoricalAccuracy": CategoricalAccuracy, "SparseCategoricalAccuracy": SparseCategoricalAccuracy,
    "TopKCategoricalAccuracy": TopKCategoricalAccuracy, "SparseTopKCategoricalAccuracy": SparseTopKCategoricalAccuracy,
    "BinaryCrossentropy": BinaryCrossentropy, "CategoricalCrossentropy": CategoricalCrossentropy,
    "SparseCategoricalCrossentropy": SparseCategoricalCrossentropy, "KLDivergence": KLDivergence, "Poisson": Poisson, "Hinge": Hinge,
    "SquaredHinge": SquaredHinge, "CategoricalHinge": CategoricalHinge, "CosineSimilarity": CosineSimilarity, "Precision": Precision,
    "Recall": Recall, "AUC": AUC, "TruePositives": TruePositives, "TrueNegatives": TrueNegatives, "FalsePositives": FalsePositives,
    "FalseNegatives": FalseNegatives, "F1Score": F1Score, "R2Score": R2Score,
}
_BY_NAME = {
    "mse": MeanSquaredError, "MSE": MeanSquaredError, "mae": MeanAbsoluteError, "MAE": MeanAbsoluteError, "mape": MeanAbsolutePercentageError,
    "msle": MeanSquaredLogarithmicError, "bce": BinaryCrossentropy, "kld": KLDivergence,
}


def get(identifier):
    if isinstance(identifier, str):
        if identifier in _BY_NAME:
            return _BY_NAME[identifier](name=identifier)
        for cls in _CLASSES.values():
            if cls.__name__ == identifier or snake_case(cls.__name__) == identifier:
                return cls(name=identifier)
        return lookup("metric", _CLASSES, identifier)()
    if isinstance(identifier, type):
        return identifier()
    if isinstance(identifier, Metric):
        return identifier
    if callable(identifier):
        return MeanMetricWrapper(identifier, "lambda" if identifier.__name__ == "<lambda>" else identifier.__name__)
    invalid("a metric is a name, a Metric or a function, not " + repr(identifier))
