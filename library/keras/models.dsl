"""Models: Sequential, functional and subclassed; training, evaluation, prediction."""
import lathe
import numpy as np
import tensorflow as tf
from library.data.dataset import Dataset
from library.keras.base import InputLayer, KerasTensor, Layer, map_structure, symbolic_in
from library.keras.losses import LossFunctionWrapper, Loss, get as get_loss
from library.keras.metrics import (BinaryAccuracy, CategoricalAccuracy, Mean, Metric, SparseCategoricalAccuracy, get as get_metric)
from library.keras.names import invalid, unique_name
from library.keras.optimizers import get as get_optimizer


class History:
    def __init__(self):
        self.history = {}
        self.epoch = []
        self.params = {}


class Trainer:
    """What compile, fit, evaluate and predict add to a layer."""

    def compile(self, optimizer="rmsprop", loss=None, loss_weights=None, metrics=None, weighted_metrics=None, run_eagerly=False,
                steps_per_execution=1, jit_compile="auto", auto_scale_loss=True):
        self._k_optimizer = get_optimizer(optimizer)
        if isinstance(loss, (list, dict)):
            invalid("a loss for each of several outputs is not supported: train with tf.GradientTape")
        found = get_loss(loss)
        if isinstance(found, type):
            found = found()
        if found is not None and not isinstance(found, Loss):
            found = LossFunctionWrapper(found, name=found.__name__)
        self._k_loss = found
        if metrics is not None and not isinstance(metrics, (list, tuple)):
            invalid("metrics must be a list, not " + repr(metrics))
        self._k_wanted = [] if metrics is None else list(metrics)
        self._k_metrics = None
        self._k_loss_mean = Mean(name="loss")
        self._k_step = None
        self._k_test = None
        self._k_compiled = True
        self.stop_training = False

    @property
    def optimizer(self):
        return self._k_optimizer

    @property
    def loss(self):
        return self._k_loss

    @property
    def metrics_names(self):
        return ["loss"] if len(self._k_wanted) == 0 else ["loss", "compile_metrics"]

    def _need_compile(self, what):
        if not hasattr(self, "_k_compiled"):
            invalid("the model must be compiled before " + what + "()")
        if self._k_loss is None:
            invalid("the model was compiled without a loss")

    def _make_metrics(self, y, prediction):
        made = []
        for wanted in self._k_wanted:
            if wanted == "accuracy" or wanted == "acc":
                if prediction.shape[-1] == 1:
                    made.append(BinaryAccuracy(name=wanted))
                elif len(y.shape) < len(prediction.shape) or (y.shape[-1] == 1 and prediction.shape[-1] > 1):
                    made.append(SparseCategoricalAccuracy(name=wanted))
                else:
                    made.append(CategoricalAccuracy(name=wanted))
            else:
                made.append(get_metric(wanted))
        self._k_metrics = made

    def _total_loss(self, x, y, w, training):
        takes = lathe.parameter(self.call, "training")
        prediction = self(x, training=training) if takes is not None else self(x)
        loss = self._k_loss(y, prediction, sample_weight=w)
        for extra in self.losses:
            loss = loss + extra
        return loss, prediction

    def _record(self, y, prediction, loss):
        if self._k_metrics is None:
            self._make_metrics(y, prediction)
        self._k_loss_mean.update_state(loss, sample_weight=tf.cast(tf.shape(y)[0], tf.float32))
        for m in self._k_metrics:
            m.update_state(y, prediction)

    def _train_on(self, x, y, w):
        with tf.GradientTape() as tape:
            loss, prediction = self._total_loss(x, y, w, True)
        variables = self.trainable_weights
        self._k_optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self._record(y, prediction, loss)
        return loss

    def _test_on(self, x, y, w):
        loss, prediction = self._total_loss(x, y, w, False)
        self._record(y, prediction, loss)
        return loss

    def _reset_metrics(self):
        self._k_loss_mean.reset_state()
        for m in [] if self._k_metrics is None else self._k_metrics:
            m.reset_state()

    def _logs(self):
        logs = {"loss": float(self._k_loss_mean.result())}
        for m in self._k_metrics:
            logs[m.name] = float(m.result())
        return logs

    def _train_step(self, x, y, w):
        if self._k_step is None:
            self._k_step = tf.function(lambda *a: self._train_on(a[0], a[1], a[2] if len(a) > 2 else None))
        return self._k_step(x, y) if w is None else self._k_step(x, y, w)

    def _test_step(self, x, y, w):
        if self._k_test is None:
            self._k_test = tf.function(lambda *a: self._test_on(a[0], a[1], a[2] if len(a) > 2 else None))
        return self._k_test(x, y) if w is None else self._k_test(x, y, w)

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0, validation_data=None,
            shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0, steps_per_epoch=None, validation_steps=None,
            validation_batch_size=None, validation_freq=1):
        self._need_compile("fit")
        if verbose != 0:
            invalid("fit() prints timings, which differ from run to run: give verbose=0")
        if class_weight is not None or steps_per_epoch is not None:
            invalid("class_weight and steps_per_epoch are not supported by fit()")
        callbacks = [] if callbacks is None else callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]
        data = x if isinstance(x, Dataset) else None
        if data is None:
            x, y, w = _arrays(x), _arrays(y), _arrays(sample_weight)
            n = _rows(x)
            if validation_split:
                train = int(n * (1.0 - validation_split))
                if train == 0 or train == n:
                    invalid("validation_split=" + str(validation_split) + " leaves no rows on one side")
                validation_data = (_cut(x, train, n), _cut(y, train, n)) + (() if w is None else (_cut(w, train, n),))
                x, y, w, n = _cut(x, 0, train), _cut(y, 0, train), _cut(w, 0, train), train
            size = 32 if batch_size is None else batch_size
        history = History()
        history.params = {"verbose": verbose, "epochs": epochs}
        self.history = history
        self.stop_training = False
        for c in callbacks:
            c.set_model(self)
            c.on_train_begin({})
        logs = {}
        for epoch in range(initial_epoch, epochs):
            if self.stop_training:
                break
            self._reset_metrics()
            for c in callbacks:
                c.on_epoch_begin(epoch, {})
            if data is not None:
                if any([c.watches_batches() for c in callbacks]):
                    invalid("callbacks of batches are not supported when fit() is given a dataset")
                for batch in data:
                    self._train_step(batch[0], batch[1], batch[2] if len(batch) > 2 else None)
            else:
                self._fit_arrays(x, y, w, n, size, shuffle, callbacks)
            logs = self._logs()
            if validation_data is not None:
                self._reset_metrics()
                if isinstance(validation_data, Dataset):
                    self._run_tests(validation_data, None, None, 32)
                else:
                    self._run_tests(validation_data[0], validation_data[1], validation_data[2] if len(validation_data) > 2 else None,
                                    (32 if batch_size is None else batch_size) if validation_batch_size is None else validation_batch_size)
                for key, value in self._logs().items():
                    logs["val_" + key] = value
            for c in callbacks:
                c.on_epoch_end(epoch, logs)
            history.epoch.append(epoch)
            for key in sorted(logs):
                history.history.setdefault(key, []).append(logs[key])
        self._k_optimizer.finalize_variable_values(self.trainable_weights)
        for c in callbacks:
            c.on_train_end(logs)
        return history

    def _fit_arrays(self, x, y, w, n, size, shuffle, callbacks):
        order = None
        if shuffle and n > 1:
            order = tf.function(lambda: tf.random.shuffle(tf.range(n, dtype=tf.int64)))()
        watched = any([c.watches_batches() for c in callbacks])
        full = n // size
        if not watched and full > 4:
            for b in tf.range(full):
                rows = tf.range(b * size, b * size + size) if order is None else tf.gather(order, tf.range(b * size, b * size + size))
                rows = tf.ensure_shape(rows, [size])
                self._train_step(_gather(x, rows), _gather(y, rows), _gather(w, rows))
            start = full * size
        else:
            start = 0
        batch = 0
        while start < n:
            stop = min(start + size, n)
            if watched:
                for c in callbacks:
                    c.on_train_batch_begin(batch, logs={})
            if order is None:
                self._train_step(_cut(x, start, stop), _cut(y, start, stop), _cut(w, start, stop))
            else:
                rows = order[start:stop]
                self._train_step(_gather(x, rows), _gather(y, rows), _gather(w, rows))
            if watched:
                for c in callbacks:
                    c.on_train_batch_end(batch, logs=self._logs())
            start = stop
            batch += 1
            if self.stop_training:
                break

    def _run_tests(self, x, y, w, size):
        if isinstance(x, Dataset):
            for batch in x:
                self._test_step(batch[0], batch[1], batch[2] if len(batch) > 2 else None)
            return
        x, y, w = _arrays(x), _arrays(y), _arrays(w)
        n = _rows(x)
        for start in range(0, n, size):
            stop = min(start + size, n)
            self._test_step(_cut(x, start, stop), _cut(y, start, stop), _cut(w, start, stop))

    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, steps=None, callbacks=None, return_dict=False):
        self._need_compile("evaluate")
        if verbose != 0:
            invalid("evaluate() prints timings, which differ from run to run: give verbose=0")
        self._reset_metrics()
        self._run_tests(x, y, sample_weight, 32 if batch_size is None else batch_size)
        logs = self._logs()
        if return_dict:
            return {k: logs[k] for k in sorted(logs)}
        values = list(logs.values())
        return values[0] if len(values) == 1 else values

    def predict(self, x, batch_size=None, verbose="auto", steps=None, callbacks=None):
        if verbose != 0:
            invalid("predict() prints timings, which differ from run to run: give verbose=0")
        size = 32 if batch_size is None else batch_size
        parts = []
        if isinstance(x, Dataset):
            for batch in x:
                parts.append(self(batch[0] if isinstance(batch, tuple) else batch))
        else:
            x = _arrays(x)
            n = _rows(x)
            for start in range(0, n, size):
                parts.append(self(_cut(x, start, min(start + size, n))))
        return _join(parts)

    def predict_on_batch(self, x):
        return map_structure(lambda t: t.numpy(), self(_arrays(x)))

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, return_dict=False):
        self._need_compile("train_on_batch")
        self._reset_metrics()
        self._train_step(_arrays(x), _arrays(y), _arrays(sample_weight))
        return self._batch_result(return_dict)

    def test_on_batch(self, x, y=None, sample_weight=None, return_dict=False):
        self._need_compile("test_on_batch")
        self._reset_metrics()
        self._test_step(_arrays(x), _arrays(y), _arrays(sample_weight))
        return self._batch_result(return_dict)

    def _batch_result(self, return_dict):
        logs = self._logs()
        if return_dict:
            return logs
        values = list(logs.values())
        return values[0] if len(values) == 1 else values


def _arrays(value):
    if value is None:
        return None
    if isinstance(value, (list, tuple, dict)):
        return map_structure(tf.convert_to_tensor, value)
    return tf.convert_to_tensor(value)


def _first(value):
    if isinstance(value, (list, tuple)):
        return _first(value[0])
    if isinstance(value, dict):
        return _first(list(value.values())[0])
    return value


def _rows(value):
    return _first(value).shape[0]


def _cut(value, start, stop):
    return None if value is None else map_structure(lambda t: t[start:stop], value)


def _gather(value, rows):
    return None if value is None else map_structure(lambda t: tf.gather(t, rows), value)


def _join(parts):
    first = parts[0]
    if isinstance(first, (list, tuple)):
        return [_join([p[i] for p in parts]) for i in range(len(first))]
    if isinstance(first, dict):
        return {k: _join([p[k] for p in parts]) for k in first}
    return (first if len(parts) == 1 else tf.concat(parts, 0)).numpy()


class _ModelBase(Trainer, Layer):
    def get_layer(self, name=None, index=None):
        layers = self.layers
        if index is not None:
            return layers[index]
        for layer in layers:
            if layer.name == name:
                return layer
        invalid("the model has no layer named '" + str(name) + "'; its layers are " + ", ".join([layer.name for layer in layers]))

    @property
    def layers(self):
        return [layer for layer in self._sublayers() if not isinstance(layer, InputLayer)]


class Sequential(_ModelBase):
    def __init__(self, layers=None, trainable=True, name=None):
        super().__init__(trainable=trainable, name=name)
        self._k_items = []
        self._k_symbols = None
        for layer in [] if layers is None else layers:
            self._append(layer)
        self._connect()

    def _append(self, layer):
        if isinstance(layer, KerasTensor):
            layer = layer.node.layer
        if not isinstance(layer, Layer):
            invalid("a Sequential model is made of layers, not of " + repr(layer))
        for other in self._k_items:
            if other.name == layer.name:
                invalid("two layers of a Sequential model have the name '" + layer.name + "'")
        self._k_items.append(layer)

    def _connect(self):
        """Builds the layers when the shape of the input is known."""
        self._k_symbols = None
        if len(self._k_items) > 1 and isinstance(self._k_items[0], InputLayer):
            self._pass_symbol(self._k_items[0].output)

    def _pass_symbol(self, start):
        symbol = start
        for layer in self._k_items:
            if not isinstance(layer, InputLayer):
                symbol = lathe.within(self, None, layer, (symbol,), {})
        self._k_symbols = (start, symbol)
        self.built = True

    def add(self, layer, rebuild=True):
        self._append(layer)
        self._connect()

    def pop(self, rebuild=True):
        layer = self._k_items.pop()
        self._connect()
        return layer

    def _sublayers(self):
        return list(self._k_items)

    def build(self, input_shape=None):
        if self._k_symbols is None and input_shape is not None:
            self._pass_symbol(InputLayer(batch_shape=tuple(input_shape)).output)

    def call(self, inputs, training=None, mask=None):
        x = inputs
        for layer in self._k_items:
            if not isinstance(layer, InputLayer):
                x = layer(x)
        return x

    def _ends(self):
        if self._k_symbols is None:
            lathe.refuse("unknown-attribute", "AttributeError", "the Sequential model '" + self.name + "' has no inputs and outputs before it is built")
        return self._k_symbols

    @property
    def inputs(self):
        return [self._ends()[0]]

    @property
    def outputs(self):
        return [self._ends()[1]]

    @property
    def input_shape(self):
        return self._ends()[0].shape

    @property
    def output_shape(self):
        return self._ends()[1].shape


def _producers(outputs):
    """The nodes that make the outputs, in an order in which they can run, and the layers in Keras's order."""
    order = []
    index = []
    seen = []

    def visit(node):
        if any([node is s for s in seen]):
            return
        seen.append(node)
        if not any([node.layer is layer for layer in index]):
            index.append(node.layer)
        for t in node.inputs:
            visit(t.node)
        order.append(node)

    for t in outputs:
        visit(t.node)
    depth = [0] * len(order)
    for i in reversed(range(len(order))):
        for t in order[i].inputs:
            for j in range(len(order)):
                if order[j] is t.node:
                    depth[j] = max(depth[j], depth[i] + 1)
    layers = []
    for k in range(len(index)):
        deepest = max([depth[i] for i in range(len(order)) if order[i].layer is index[k]])
        layers.append((-deepest, k))
    layers = sorted(layers)
    return order, [index[k] for d, k in layers]


class Model(_ModelBase):
    def __init__(self, *args, **kwargs):
        inputs = kwargs.pop("inputs", args[0] if len(args) > 0 else None)
        outputs = kwargs.pop("outputs", args[1] if len(args) > 1 else None)
        super().__init__(**kwargs)
        self._k_functional = inputs is not None and outputs is not None
        if self._k_functional:
            self._k_inputs = inputs
            self._k_outputs = outputs
            self._k_order, self._k_order_layers = _producers(symbolic_in(outputs))
            given = symbolic_in(inputs)
            for node in self._k_order:
                if len(node.inputs) == 0 and not any([node is t.node for t in given]):
                    invalid("the outputs depend on the input '" + node.layer.name + "', which is not among the inputs of the model")
            self.built = True

    def _sublayers(self):
        if hasattr(self, "_k_functional") and self._k_functional:
            return [layer for layer in self._k_order_layers if not isinstance(layer, InputLayer)]
        return super()._sublayers()

    @property
    def inputs(self):
        return symbolic_in(self._k_inputs)

    @property
    def outputs(self):
        return symbolic_in(self._k_outputs)

    @property
    def input_shape(self):
        shapes = [t.shape for t in self.inputs]
        return shapes[0] if len(shapes) == 1 else shapes

    @property
    def output_shape(self):
        shapes = [t.shape for t in self.outputs]
        return shapes[0] if len(shapes) == 1 else shapes

    def call(self, inputs, training=None, mask=None):
        if not (hasattr(self, "_k_functional") and self._k_functional):
            lathe.refuse("unsupported-operand", "NotImplementedError", "the model '" + type(self).__name__ + "' does not define call()")
        known = []

        def give(symbols, values):
            if isinstance(symbols, dict):
                for k in symbols:
                    give(symbols[k], values[k])
            elif isinstance(symbols, (list, tuple)):
                if not isinstance(values, (list, tuple)) or len(values) != len(symbols):
                    invalid("the model '" + self.name + "' takes " + str(len(symbols)) + " inputs")
                for s, v in zip(symbols, values):
                    give(s, v)
            else:
                known.append((symbols, values))

        give(self._k_inputs, inputs)

        def value_of(t):
            if isinstance(t, KerasTensor):
                for symbol, value in known:
                    if symbol is t:
                        return value
            return t

        for node in self._k_order:
            if all([not any([o is s for s, v in known]) for o in node.outputs]):
                args = [map_structure(value_of, a) for a in node.args]
                kwargs = {k: map_structure(value_of, v) for k, v in node.kwargs.items()}
                made = node.layer(*args, **kwargs)
                flat = []
                map_structure(lambda t: flat.append(t), made)
                for symbol, value in zip(node.outputs, flat):
                    known.append((symbol, value))
        return map_structure(value_of, self._k_outputs)



# ---- callbacks ----

class Callback:
    def __init__(self):
        self.model = None
        self.params = None

    def set_model(self, model):
        self.model = model

    def watches_batches(self):
        cls = type(self)
        for name in ["on_train_batch_begin", "on_train_batch_end", "on_batch_begin", "on_batch_end"]:
            if getattr(cls, name) is not getattr(Callback, name):
                return True
        return False

    def on_train_begin(self, logs=None):
        pass

    def on_train_end(self, logs=None):
        pass

    def on_epoch_begin(self, epoch, logs=None):
        pass

    def on_epoch_end(self, epoch, logs=None):
        pass

    def on_batch_begin(self, batch, logs=None):
        pass

    def on_batch_end(self, batch, logs=None):
        pass

    def on_train_batch_begin(self, batch, logs=None):
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch, logs=None):
        self.on_batch_end(batch, logs=logs)


class LambdaCallback(Callback):
    def __init__(self, on_epoch_begin=None, on_epoch_end=None, on_train_begin=None, on_train_end=None, on_train_batch_begin=None,
                 on_train_batch_end=None, **kwargs):
        super().__init__()
        self._hooks = {"epoch_begin": on_epoch_begin, "epoch_end": on_epoch_end, "train_begin": on_train_begin, "train_end": on_train_end,
                       "batch_begin": on_train_batch_begin, "batch_end": on_train_batch_end}

    def watches_batches(self):
        return self._hooks["batch_begin"] is not None or self._hooks["batch_end"] is not None

    def on_epoch_begin(self, epoch, logs=None):
        if self._hooks["epoch_begin"] is not None:
            self._hooks["epoch_begin"](epoch, logs)

    def on_epoch_end(self, epoch, logs=None):
        if self._hooks["epoch_end"] is not None:
            self._hooks["epoch_end"](epoch, logs)

    def on_train_begin(self, logs=None):
        if self._hooks["train_begin"] is not None:
            self._hooks["train_begin"](logs)

    def on_train_end(self, logs=None):
        if self._hooks["train_end"] is not None:
            self._hooks["train_end"](logs)

    def on_train_batch_begin(self, batch, logs=None):
        if self._hooks["batch_begin"] is not None:
            self._hooks["batch_begin"](batch, logs=logs)

    def on_train_batch_end(self, batch, logs=None):
        if self._hooks["batch_end"] is not None:
            self._hooks["batch_end"](batch, logs=logs)


class LearningRateScheduler(Callback):
    def __init__(self, schedule, verbose=0):
        super().__init__()
        self.schedule = schedule

    def on_epoch_begin(self, epoch, logs=None):
        optimizer = self.model.optimizer
        takes = len(lathe.parameters(self.schedule))
        rate = self.schedule(epoch, float(optimizer.learning_rate)) if takes > 1 else self.schedule(epoch)
        optimizer.learning_rate = rate
