"""Layer: names, weights, building, calls, the training flag; symbolic tensors of functional models."""
import lathe
import numpy as np
import tensorflow as tf
from library.keras.initializers import get as get_initializer
from library.keras.names import dtype_name, invalid, unique_name
from library.keras.regularizers import get_constraint, get_regularizer

_PRIVATE = "_k_"


class Policy:
    """The dtypes of a layer: of what it computes and of its variables."""

    def __init__(self, name="float32"):
        self.name = name
        self.compute_dtype = name
        self.variable_dtype = name
        if name in ("mixed_float16", "mixed_bfloat16"):
            self.compute_dtype = name[6:]
            self.variable_dtype = "float32"


def policy_of(dtype):
    if isinstance(dtype, Policy):
        return dtype
    return Policy("float32" if dtype is None else dtype_name(dtype))


class KerasTensor:
    """A tensor of a functional model: shape, dtype and the node that makes it."""

    def __init__(self, shape, dtype="float32", name=None, node=None, index=0):
        self.shape = tuple(shape)
        self.dtype = dtype_name(dtype)
        self.name = name if name is not None else unique_name("KerasTensor")
        self.node = node
        self.index = index
        self._keras_history = (node, index)

    @property
    def ndim(self):
        return len(self.shape)

    def _apply(self, function, *others):
        return Operation(function)(self, *others)

    def __add__(self, other):
        return self._apply(lambda a, b: a + b, other)

    def __radd__(self, other):
        return self._apply(lambda a, b: b + a, other)

    def __sub__(self, other):
        return self._apply(lambda a, b: a - b, other)

    def __rsub__(self, other):
        return self._apply(lambda a, b: b - a, other)

    def __mul__(self, other):
        return self._apply(lambda a, b: a * b, other)

    def __rmul__(self, other):
        return self._apply(lambda a, b: b * a, other)

    def __truediv__(self, other):
        return self._apply(lambda a, b: a / b, other)

    def __rtruediv__(self, other):
        return self._apply(lambda a, b: b / a, other)

    def __matmul__(self, other):
        return self._apply(lambda a, b: a @ b, other)

    def __pow__(self, other):
        return self._apply(lambda a, b: a ** b, other)

    def __neg__(self):
        return self._apply(lambda a: -a)

    def __getitem__(self, key):
        return self._apply(lambda a: a[key])

    def __repr__(self):
        return "<KerasTensor shape=" + str(self.shape) + ", dtype=" + self.dtype + ", name=" + self.name + ">"


class Node:
    """One call of a layer on symbolic tensors."""

    def __init__(self, layer, args, kwargs):
        self.layer = layer
        self.args = args
        self.kwargs = kwargs
        self.inputs = symbolic_in([args, kwargs])
        self.outputs = []


def symbolic_in(value):
    if isinstance(value, KerasTensor):
        return [value]
    found = []
    if isinstance(value, (list, tuple)):
        for item in value:
            found += symbolic_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            found += symbolic_in(item)
    return found


def map_structure(function, value):
    if isinstance(value, list):
        return [map_structure(function, v) for v in value]
    if isinstance(value, tuple):
        return tuple([map_structure(function, v) for v in value])
    if isinstance(value, dict):
        return {k: map_structure(function, v) for k, v in value.items()}
    return function(value)


def _spec(value):
    if isinstance(value, KerasTensor):
        return tf.TensorSpec(value.shape, value.dtype)
    return value


def shape_of(value):
    """Shapes of a structure of tensors, as build gets them."""
    if isinstance(value, (list, tuple)):
        return [shape_of(v) for v in value]
    if isinstance(value, dict):
        return {k: shape_of(v) for k, v in value.items()}
    if value is None or not hasattr(value, "shape"):
        return None
    return tuple(value.shape)


def layers_in(value):
    if isinstance(value, Layer):
        return [value]
    found = []
    if isinstance(value, (list, tuple)):
        for item in value:
            found += layers_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            found += layers_in(item)
    return found


def _without_repeats(items):
    kept = []
    for item in items:
        if not any([item is other for other in kept]):
            kept.append(item)
    return kept


class Layer:
    def __init__(self, *, activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, **kwargs):
        kwargs.pop("input_shape", None)
        kwargs.pop("input_dim", None)
        kwargs.pop("batch_input_shape", None)
        if kwargs:
            lathe.refuse("argument-mismatch", "ValueError", "'" + type(self).__name__ + "' got an unexpected keyword argument '" + list(kwargs)[0] + "'")
        self._k_name = unique_name(type(self).__name__) if name is None else str(name)
        self._k_policy = policy_of(dtype)
        self._k_trainable = trainable
        self._k_weights = []
        self._k_losses = []
        self._k_built = False
        self._k_nodes = []
        self._k_activity = get_regularizer(activity_regularizer)
        self._k_autocast = autocast

    # ---- names, dtypes ----

    @property
    def name(self):
        return self._k_name

    @property
    def dtype(self):
        return self._k_policy.variable_dtype

    @property
    def variable_dtype(self):
        return self._k_policy.variable_dtype

    @property
    def compute_dtype(self):
        return self._k_policy.compute_dtype

    @property
    def dtype_policy(self):
        return self._k_policy

    @property
    def activity_regularizer(self):
        return self._k_activity

    def __repr__(self):
        return "<" + type(self).__name__ + " name=" + self.name + ", built=" + str(self.built) + ">"

    # ---- weights ----

    @property
    def built(self):
        return self._k_built or len(self._k_weights) > 0

    @built.setter
    def built(self, value):
        self._k_built = value

    def add_weight(self, shape=None, initializer=None, dtype=None, trainable=True, autocast=True, regularizer=None,
                   constraint=None, aggregation="none", overwrite_with_gradient=False, name=None):
        self._need_init()
        if isinstance(shape, str):
            invalid("the first argument of add_weight is the shape, not a name: add_weight(name='" + shape + "', …)")
        if shape is None:
            shape = ()
        dtype = self.variable_dtype if dtype is None else dtype_name(dtype)
        if initializer is None:
            initializer = "glorot_uniform" if tf.as_dtype(dtype).is_floating else "zeros"
        make = get_initializer(initializer)
        scope = [layer.name for layer in lathe.layers()]
        if len(scope) == 0 or scope[-1] != self.name:
            scope.append(self.name)
        name = "variable" if name is None else name
        variable = lathe.variable(lambda: make(tuple(shape), dtype=dtype), bool(trainable and self._k_trainable), name,
                                  "/".join(scope + [name]), get_regularizer(regularizer), get_constraint(constraint))
        self._k_weights = self._k_weights + [(variable, bool(trainable))]
        return variable

    def _need_init(self):
        if not hasattr(self, "_k_weights"):
            lathe.refuse("invalid-argument", "RuntimeError",
                         "'" + type(self).__name__ + "' must call super().__init__() first in its __init__")

    def _sublayers(self):
        found = []
        for name, value in self.__dict__.items():
            if not name.startswith(_PRIVATE):
                found += layers_in(value)
        return _without_repeats(found)

    @property
    def weights(self):
        self._need_init()
        found = [v for v, trainable in self._k_weights if trainable]
        found += [v for v, trainable in self._k_weights if not trainable]
        for layer in self._sublayers():
            found += layer.weights
        return _without_repeats(found)

    @property
    def variables(self):
        return self.weights

    @property
    def trainable_weights(self):
        if not self._k_trainable:
            return []
        return [v for v in self.weights if v.trainable]

    @property
    def non_trainable_weights(self):
        if not self._k_trainable:
            return self.weights
        return [v for v in self.weights if not v.trainable]

    @property
    def trainable_variables(self):
        return self.trainable_weights

    @property
    def non_trainable_variables(self):
        return self.non_trainable_weights

    @property
    def trainable(self):
        return self._k_trainable

    @trainable.setter
    def trainable(self, value):
        self._k_trainable = bool(value)
        for v, trainable in self._k_weights:
            v.trainable = bool(value) and trainable
        for layer in self._sublayers():
            layer.trainable = value

    def get_weights(self):
        return [w.numpy() for w in self.weights]

    def set_weights(self, weights):
        own = self.weights
        if len(own) != len(weights):
            invalid("'" + self.name + "' has " + str(len(own)) + " weights, but set_weights() was given " + str(len(weights)))
        for variable, value in zip(own, weights):
            value = tf.convert_to_tensor(value)
            if tuple(variable.shape) != tuple(value.shape):
                invalid("the weight " + variable.path + " has shape " + str(tuple(variable.shape)) + ", the given value " + str(tuple(value.shape)))
            variable.assign(tf.cast(value, variable.dtype))

    def count_params(self):
        total = 0
        for w in self.weights:
            n = 1
            for d in w.shape:
                n *= d
            total += n
        return total

    # ---- losses ----

    def add_loss(self, loss):
        for one in loss if isinstance(loss, (list, tuple)) else [loss]:
            self._k_losses.append(one() if callable(one) else one)

    @property
    def losses(self):
        found = self._own_losses()
        for variable in self.trainable_weights:
            if variable.regularizer is not None:
                found.append(variable.regularizer(variable))
        return found

    def _own_losses(self):
        found = list(self._k_losses)
        for layer in self._sublayers():
            found += layer._own_losses()
        return found

    def _clear_losses(self):
        if self._k_losses:
            self._k_losses = []
        for layer in self._sublayers():
            layer._clear_losses()

    # ---- building and calling ----

    def build(self, input_shape=None):
        self.built = True

    def call(self, *args, **kwargs):
        lathe.refuse("unsupported-operand", "NotImplementedError", "the layer '" + type(self).__name__ + "' does not define call()")

    def compute_mask(self, inputs, previous_mask):
        return previous_mask

    def compute_output_shape(self, input_shape):
        spec = map_shapes(lambda s: tf.TensorSpec(s, self.compute_dtype), input_shape)
        made = lathe.abstract(lambda *a: self(*a), [spec], {})
        return map_structure(lambda t: tuple(t.shape), made)

    def get_config(self):
        return {"name": self.name, "trainable": self.trainable, "dtype": self._k_policy.name}

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def _cast(self, value):
        if isinstance(value, (list, tuple, dict)):
            return map_structure(self._cast, value)
        if isinstance(value, np.ndarray):
            value = tf.convert_to_tensor(value)
        if self._k_autocast and tf.is_tensor(value):
            dtype = tf.as_dtype(value.dtype)
            if dtype.is_floating and dtype.name != self.compute_dtype:
                return tf.cast(value, self.compute_dtype)
        return value

    def _build_for(self, args, kwargs):
        names = lathe.parameters(self.build)
        values = {}
        call_names = lathe.parameters(self.call)
        for i in range(min(len(args), len(call_names))):
            values[call_names[i]] = args[i]
        for key, value in kwargs.items():
            values[key] = value
        if len(names) <= 1:
            first = args[0] if args else (list(kwargs.values())[0] if kwargs else None)
            lathe.within(self, None, self.build, (shape_of(first),) if len(names) == 1 else (), {})
        else:
            shapes = {}
            for name in names:
                base = name[:-6] if name.endswith("_shape") or name.endswith("_shapes") else name
                if base in values:
                    shapes[name] = shape_of(values[base])
            lathe.within(self, None, self.build, (), shapes)
        self.built = True

    def __call__(self, *args, **kwargs):
        self._need_init()
        for value in args:
            if isinstance(value, (list, tuple)) and len(value) > 0 and all([isinstance(v, (int, float, bool, list)) and not tf.is_tensor(v) for v in value]) and not symbolic_in(value) and not _tensors_in(value):
                invalid("only tensors and arrays may be positional arguments of a layer, not " + repr(value))
        args = tuple([self._cast(a) for a in args])
        kwargs = {k: self._cast(v) for k, v in kwargs.items()}
        symbolic = len(symbolic_in([args, kwargs])) > 0
        if not self.built:
            self._build_for(args, kwargs)
        if symbolic:
            return self._symbolic_call(args, kwargs)
        training = kwargs.get("training")
        takes = lathe.parameter(self.call, "training")
        if training is None:
            training = lathe.training()
        if training is None and takes is not None and len(takes) == 1:
            training = takes[0]
        if takes is None:
            kwargs.pop("training", None)
        elif "training" not in kwargs or kwargs["training"] is None:
            if len(args) <= _position(lathe.parameters(self.call), "training"):
                kwargs["training"] = False if training is None and len(takes) == 0 else training
        if len(lathe.layers()) == 0:
            self._clear_losses()
        outputs = lathe.within(self, training, self.call, args, kwargs)
        if self._k_activity is not None:
            for y in outputs if isinstance(outputs, (list, tuple)) else [outputs]:
                self._k_losses.append(self._k_activity(y) / tf.cast(tf.shape(y)[0], y.dtype))
        return outputs

    def _symbolic_call(self, args, kwargs):
        node = Node(self, args, kwargs)
        made = lathe.abstract(lambda *a, **k: self(*a, **k), [map_structure(_spec, a) for a in args],
                              {k: map_structure(_spec, v) for k, v in kwargs.items()})
        outputs = []

        def symbol(spec):
            t = KerasTensor(tuple(spec.shape), spec.dtype, None, node, len(outputs))
            outputs.append(t)
            return t

        result = map_structure(symbol, made)
        node.outputs = outputs
        self._k_nodes.append(node)
        return result

    @property
    def input(self):
        return _only(self._k_nodes[0].inputs)

    @property
    def output(self):
        if len(self._k_nodes) == 0:
            lathe.refuse("unknown-attribute", "AttributeError", "the layer '" + self.name + "' has not been called on a symbolic tensor, so it has no output")
        return _only(self._k_nodes[0].outputs)


def _position(names, name):
    for i in range(len(names)):
        if names[i] == name:
            return i
    return len(names)


def _tensors_in(value):
    if isinstance(value, (list, tuple)):
        return any([_tensors_in(v) for v in value])
    return tf.is_tensor(value) or isinstance(value, np.ndarray)


def _only(items):
    return items[0] if len(items) == 1 else list(items)


def map_shapes(function, shape):
    """Applies `function` to each shape of a structure of shapes."""
    if isinstance(shape, dict):
        return {k: map_shapes(function, v) for k, v in shape.items()}
    if isinstance(shape, (list, tuple)) and any([isinstance(d, (list, tuple)) for d in shape]):
        return [map_shapes(function, s) for s in shape]
    return function(tuple(shape))


class Operation(Layer):
    """A function of tensors as a layer, for expressions on symbolic tensors."""

    def __init__(self, function):
        super().__init__(name=unique_name("Operation"))
        self.function = function

    def call(self, *args, **kwargs):
        return self.function(*args, **kwargs)


class InputLayer(Layer):
    def __init__(self, shape=None, batch_size=None, dtype=None, sparse=None, batch_shape=None, input_tensor=None, name=None, **kwargs):
        super().__init__(name=name, dtype=dtype)
        if batch_shape is None:
            batch_shape = (batch_size,) + tuple(shape)
        self.batch_shape = tuple(batch_shape)
        node = Node(self, (), {})
        node.outputs = [KerasTensor(self.batch_shape, "float32" if dtype is None else dtype, self.name, node, 0)]
        self._k_nodes.append(node)
        self.built = True

    def call(self):
        return None


def Input(shape=None, batch_size=None, dtype=None, sparse=None, ragged=None, batch_shape=None, name=None, tensor=None, optional=False):
    if shape is None and batch_shape is None:
        invalid("Input() needs a shape")
    layer = InputLayer(shape=shape, batch_size=batch_size, dtype=dtype, batch_shape=batch_shape, name=name)
    return layer.output
