"""Optimizers and learning rate schedules."""
import math

import lathe
import tensorflow as tf
from library.keras.names import invalid, lookup, snake_case, unique_name


class LearningRateSchedule:
    def __call__(self, step):
        lathe.refuse("unsupported-operand", "NotImplementedError", "the schedule '" + type(self).__name__ + "' does not define __call__()")


def _f32(x):
    return tf.cast(tf.convert_to_tensor(x), tf.float32)


class ExponentialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name="ExponentialDecay"):
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.decay_rate = decay_rate
        self.staircase = staircase

    def __call__(self, step):
        p = _f32(step) / _f32(self.decay_steps)
        if self.staircase:
            p = tf.floor(p)
        return _f32(self.initial_learning_rate) * tf.pow(_f32(self.decay_rate), p)


class InverseTimeDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name="InverseTimeDecay"):
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.decay_rate = decay_rate
        self.staircase = staircase

    def __call__(self, step):
        p = _f32(step) / _f32(self.decay_steps)
        if self.staircase:
            p = tf.floor(p)
        return _f32(self.initial_learning_rate) / (1.0 + _f32(self.decay_rate) * p)


class PiecewiseConstantDecay(LearningRateSchedule):
    def __init__(self, boundaries, values, name="PiecewiseConstant"):
        if len(boundaries) != len(values) - 1:
            invalid("PiecewiseConstantDecay takes one value more than boundaries, not " + str(len(values)) + " and " + str(len(boundaries)))
        self.boundaries = boundaries
        self.values = values

    def __call__(self, step):
        s = _f32(step)
        rate = _f32(self.values[0])
        for boundary, value in zip(self.boundaries, self.values[1:]):
            rate = tf.where(s > _f32(boundary), _f32(value), rate)
        return rate


class PolynomialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name="PolynomialDecay"):
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.end_learning_rate = end_learning_rate
        self.power = power
        self.cycle = cycle

    def __call__(self, step):
        s = _f32(step)
        n = _f32(self.decay_steps)
        if self.cycle:
            n = n * tf.where(tf.equal(s, 0.0), 1.0, tf.math.ceil(s / n))
        else:
            s = tf.minimum(s, n)
        end = _f32(self.end_learning_rate)
        return (_f32(self.initial_learning_rate) - end) * tf.pow(1.0 - s / n, _f32(self.power)) + end


class CosineDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name="CosineDecay", warmup_target=None, warmup_steps=0):
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.alpha = alpha
        self.warmup_target = warmup_target
        self.warmup_steps = warmup_steps

    def decayed(self, s, rate):
        n = _f32(self.decay_steps)
        fraction = tf.minimum(s, n) / n
        cosine = 0.5 * (1.0 + tf.cos(_f32(math.pi) * fraction))
        return rate * ((1.0 - self.alpha) * cosine + self.alpha)

    def __call__(self, step):
        s = _f32(step)
        initial = _f32(self.initial_learning_rate)
        if self.warmup_target is None:
            return self.decayed(s, initial)
        target = _f32(self.warmup_target)
        warm = _f32(self.warmup_steps)
        rising = initial + (target - initial) * s / warm
        return tf.where(s < warm, rising, self.decayed(s - warm, target))


class CosineDecayRestarts(LearningRateSchedule):
    def __init__(self, initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name="SGDRDecay"):
        self.initial_learning_rate = initial_learning_rate
        self.first_decay_steps = first_decay_steps
        self.t_mul = t_mul
        self.m_mul = m_mul
        self.alpha = alpha

    def __call__(self, step):
        f = _f32(step) / _f32(self.first_decay_steps)
        t = _f32(self.t_mul)
        if self.t_mul == 1.0:
            i = tf.floor(f)
            f = f - i
        else:
            i = tf.floor(tf.math.log(1.0 - f * (1.0 - t)) / tf.math.log(t))
            f = (f - (1.0 - tf.pow(t, i)) / (1.0 - t)) / tf.pow(t, i)
        cosine = 0.5 * tf.pow(_f32(self.m_mul), i) * (1.0 + tf.cos(_f32(math.pi) * f))
        return _f32(self.initial_learning_rate) * ((1.0 - self.alpha) * cosine + self.alpha)


class Optimizer:
    def __init__(self, learning_rate, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
                 ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None, name=None, **kwargs):
        kwargs.pop("decay", None)
        if kwargs:
            lathe.refuse("argument-mismatch", "ValueError", "'" + type(self).__name__ + "' got an unexpected keyword argument '" + list(kwargs)[0] + "'")
        if sum([1 if c is not None else 0 for c in [clipnorm, clipvalue, global_clipnorm]]) > 1:
            invalid("only one of clipnorm, clipvalue and global_clipnorm can be given")
        if gradient_accumulation_steps is not None and gradient_accumulation_steps < 2:
            invalid("gradient_accumulation_steps must be at least 2, not " + str(gradient_accumulation_steps))
        self.name = snake_case(type(self).__name__) if name is None else name
        self.weight_decay = weight_decay
        self.clipnorm = clipnorm
        self.clipvalue = clipvalue
        self.global_clipnorm = global_clipnorm
        self.use_ema = use_ema
        self.ema_momentum = ema_momentum
        self.ema_overwrite_frequency = ema_overwrite_frequency
        self.loss_scale_factor = loss_scale_factor
        self.gradient_accumulation_steps = gradient_accumulation_steps
        self.built = False
        self._targets = []
        self._extra = []
        self.iterations = self._variable(lambda: tf.zeros([], tf.int64), "iteration")
        self._all = [self.iterations]
        self._schedule = None
        self._rate = None
        if isinstance(learning_rate, LearningRateSchedule):
            self._schedule = learning_rate
        elif callable(learning_rate):
            self._schedule = lambda step: learning_rate()
        else:
            if not isinstance(learning_rate, float) and not tf.is_tensor(learning_rate):
                invalid("the learning rate must be a float, a schedule or a function, not " + repr(learning_rate))
            self._rate = self._variable(lambda: tf.cast(learning_rate, tf.float32), "learning_rate")
            self._all.append(self._rate)

    def _variable(self, initial, name):
        return lathe.variable(initial, False, name, self.name + "/" + name, None, None)

    @property
    def learning_rate(self):
        if self._schedule is not None:
            return self._schedule(tf.convert_to_tensor(self.iterations))
        return self._rate

    @learning_rate.setter
    def learning_rate(self, value):
        if self._schedule is not None:
            lathe.refuse("invalid-argument", "TypeError", "the learning rate comes from a schedule and cannot be set")
        self._rate.assign(tf.cast(value, tf.float32))

    @property
    def variables(self):
        return list(self._all)

    def _slot(self, variable, name, value=0.0):
        path = variable.path if hasattr(variable, "path") else variable.name.split(":")[0]
        dtype = tf.as_dtype(variable.dtype)
        shape = variable.shape
        slot = self._variable(lambda: tf.fill(shape, tf.cast(value, dtype)), path.replace("/", "_") + "_" + name)
        self._all.append(slot)
        return slot

    def build(self, variables):
        if self.built:
            return
        self.built = True
        self._targets = list(variables)
        self._average = [self._slot(v, "average") for v in variables] if self.use_ema else []
        self._accumulators = [self._slot(v, "gradient_accumulator") for v in variables] if self.gradient_accumulation_steps else []
        self.create_slots(variables)

    def create_slots(self, variables):
        pass

    def _index(self, variable):
        for i in range(len(self._targets)):
            if self._targets[i] is variable:
                return i
        invalid("this optimizer was built for other variables: make a new one for " + repr(variable.name))

    def apply_gradients(self, grads_and_vars, **kwargs):
        pairs = list(grads_and_vars)
        if len(pairs) == 0:
            invalid("apply_gradients() was given no gradients")
        return self.apply([g for g, v in pairs], [v for g, v in pairs])

    def apply(self, grads, trainable_variables=None):
        grads = list(grads)
        variables = self._targets if trainable_variables is None else list(trainable_variables)
        if len(grads) == 0:
            invalid("apply() was given no gradients")
        pairs = [(g, v) for g, v in zip(grads, variables) if g is not None]
        if len(pairs) == 0:
            invalid("there are no gradients for any variable")
        if not self.built:
            self.build(variables)
        for g, v in pairs:
            self._index(v)
        variables = [v for g, v in pairs]
        grads = [tf.convert_to_tensor(g) for g, v in pairs]
        if self.loss_scale_factor is not None:
            grads = [g / self.loss_scale_factor for g in grads]
        if self.gradient_accumulation_steps:
            self._accumulate(grads, variables)
        else:
            self._update(grads, variables)
        self.iterations.assign_add(1)
        return self.iterations

    def _accumulate(self, grads, variables):
        n = self.gradient_accumulation_steps
        sums = [self._accumulators[self._index(v)] for v in variables]
        last = tf.equal((tf.convert_to_tensor(self.iterations) + 1) % n, 0)

        def update():
            self._update([(g + s) / float(n) for g, s in zip(grads, sums)], variables)
            for s in sums:
                s.assign(tf.zeros_like(s))
            return tf.constant(0)

        def add():
            for g, s in zip(grads, sums):
                s.assign_add(g)
            return tf.constant(0)

        tf.cond(last, update, add)

    def _clipped(self, grads):
        if self.clipnorm is not None:
            c = float(self.clipnorm)
            return [g * (c / tf.maximum(tf.norm(g), c)) for g in grads]
        if self.global_clipnorm is not None:
            c = float(self.global_clipnorm)
            total = tf.sqrt(tf.add_n([tf.reduce_sum(tf.square(g)) for g in grads]))
            return [g * (c * tf.minimum(1.0 / total, 1.0 / c)) for g in grads]
        if self.clipvalue is not None:
            c = float(self.clipvalue)
            return [tf.clip_by_value(g, -c, c) for g in grads]
        return grads

    def _update(self, grads, variables):
        grads = self._clipped(grads)
        rate = tf.convert_to_tensor(self.learning_rate)
        if self.weight_decay is not None:
            for v in variables:
                v.assign_sub(tf.convert_to_tensor(v) * tf.cast(self.weight_decay * rate, tf.as_dtype(v.dtype)))
        step = tf.convert_to_tensor(self.iterations)
        if self.gradient_accumulation_steps:
            step = step // self.gradient_accumulation_steps
        t = tf.cast(step + 1, tf.float32)
        self.begin_step(t)
        for g, v in zip(grads, variables):
            dtype = tf.as_dtype(v.dtype)
            self.update_step(tf.cast(g, dtype), v, tf.cast(rate, dtype), tf.cast(t, dtype), self._index(v))
        if self.use_ema:
            momentum = tf.where(tf.equal(tf.convert_to_tensor(self.iterations), 0), 0.0, self.ema_momentum)
            for v in variables:
                average = self._average[self._index(v)]
                average.assign(momentum * average + (1.0 - momentum) * tf.convert_to_tensor(v))
            if self.ema_overwrite_frequency:
                due = tf.equal((tf.convert_to_tensor(self.iterations) + 1) % self.ema_overwrite_frequency, 0)
                for v in variables:
                    v.assign(tf.where(due, tf.convert_to_tensor(self._average[self._index(v)]), tf.convert_to_tensor(v)))
        for v in variables:
            constraint = v.constraint if hasattr(v, "constraint") else None
            if constraint is not None:
                v.assign(constraint(tf.convert_to_tensor(v)))

    def begin_step(self, t):
        pass

    def update_step(self, g, v, lr, t, i):
        lathe.refuse("unsupported-operand", "NotImplementedError", "the optimizer '" + type(self).__name__ + "' does not define update_step()")

    def finalize_variable_values(self, variables):
        if self.use_ema:
            for v in variables:
                v.assign(tf.convert_to_tensor(self._average[self._index(v)]))

    def get_config(self):
        return {"name": self.name, "learning_rate": float(self.learning_rate)}


class SGD(Optimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        if not 0 <= momentum <= 1:
            invalid("the momentum of SGD must be between 0 and 1, not " + str(momentum))
        self.momentum = momentum
        self.nesterov = nesterov

    def create_slots(self, variables):
        self._moments = [self._slot(v, "momentum") for v in variables] if self.momentum != 0 else []

    def update_step(self, g, v, lr, t, i):
        if self.momentum == 0:
            v.assign_sub(lr * g)
            return
        m = self._moments[i]
        m.assign(self.momentum * m - lr * g)
        v.assign_add(self.momentum * m - lr * g if self.nesterov else tf.convert_to_tensor(m))


class Adam(Optimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, amsgrad=False, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.beta_1 = beta_1
        self.beta_2 = beta_2
        self.epsilon = epsilon
        self.amsgrad = amsgrad

    def create_slots(self, variables):
        self._m = []
        self._v = []
        for v in variables:
            self._m.append(self._slot(v, "momentum"))
            self._v.append(self._slot(v, "velocity"))
        self._highest = [self._slot(v, "velocity_hat") for v in variables] if self.amsgrad else []

    def update_step(self, g, v, lr, t, i):
        b1, b2 = self.beta_1, self.beta_2
        m, s = self._m[i], self._v[i]
        alpha = lr * tf.sqrt(1.0 - tf.pow(tf.cast(b2, t.dtype), t)) / (1.0 - tf.pow(tf.cast(b1, t.dtype), t))
        m.assign_add((g - m) * (1.0 - b1))
        s.assign_add((tf.square(g) - s) * (1.0 - b2))
        root = s
        if self.amsgrad:
            highest = self._highest[i]
            highest.assign(tf.maximum(highest, s))
            root = highest
        v.assign_sub(m * alpha / (tf.sqrt(root) + self.epsilon))


class AdamW(Adam):
    def __init__(self, learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07, amsgrad=False, **kwargs):
        super().__init__(learning_rate, beta_1, beta_2, epsilon, amsgrad, weight_decay=weight_decay, **kwargs)


class RMSprop(Optimizer):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07, centered=False, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.rho = rho
        self.momentum = momentum
        self.epsilon = epsilon
        self.centered = centered

    def create_slots(self, variables):
        self._v = [self._slot(v, "velocity") for v in variables]
        self._m = [self._slot(v, "momentum") for v in variables] if self.momentum > 0 else []
        self._a = [self._slot(v, "average_gradient") for v in variables] if self.centered else []

    def update_step(self, g, v, lr, t, i):
        s = self._v[i]
        s.assign(self.rho * s + (1.0 - self.rho) * tf.square(g))
        d = s + self.epsilon
        if self.centered:
            a = self._a[i]
            a.assign(self.rho * a + (1.0 - self.rho) * g)
            d = s - tf.square(a) + self.epsilon
        change = lr * g / tf.sqrt(d)
        if self.momentum > 0:
            m = self._m[i]
            m.assign(self.momentum * m + change)
            change = tf.convert_to_tensor(m)
        v.assign_sub(change)


class Adagrad(Optimizer):
    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-07, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.initial_accumulator_value = initial_accumulator_value
        self.epsilon = epsilon

    def create_slots(self, variables):
        self._n = [self._slot(v, "accumulator", self.initial_accumulator_value) for v in variables]

    def update_step(self, g, v, lr, t, i):
        n = self._n[i]
        n.assign_add(tf.square(g))
        v.assign_sub(lr * g / tf.sqrt(n + self.epsilon))


class Adadelta(Optimizer):
    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-07, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.rho = rho
        self.epsilon = epsilon

    def create_slots(self, variables):
        self._a = []
        self._x = []
        for v in variables:
            self._a.append(self._slot(v, "accumulated_grad"))
            self._x.append(self._slot(v, "accumulated_delta_var"))

    def update_step(self, g, v, lr, t, i):
        a, x = self._a[i], self._x[i]
        a.assign(self.rho * a + (1.0 - self.rho) * tf.square(g))
        d = -(g * tf.sqrt(x + self.epsilon) / tf.sqrt(a + self.epsilon))
        x.assign(self.rho * x + (1.0 - self.rho) * tf.square(d))
        v.assign_add(lr * d)


class Adamax(Optimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.beta_1 = beta_1
        self.beta_2 = beta_2
        self.epsilon = epsilon

    def create_slots(self, variables):
        self._m = []
        self._u = []
        for v in variables:
            self._m.append(self._slot(v, "momentum"))
            self._u.append(self._slot(v, "norm"))

    def update_step(self, g, v, lr, t, i):
        m, u = self._m[i], self._u[i]
        m.assign_add((g - m) * (1.0 - self.beta_1))
        u.assign(tf.maximum(self.beta_2 * u, tf.abs(g)))
        v.assign_sub(lr * m / ((1.0 - tf.pow(tf.cast(self.beta_1, t.dtype), t)) * (u + self.epsilon)))


class Nadam(Optimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.beta_1 = beta_1
        self.beta_2 = beta_2
        self.epsilon = epsilon

    def create_slots(self, variables):
        self._m = []
        self._v = []
        for v in variables:
            self._m.append(self._slot(v, "momentum"))
            self._v.append(self._slot(v, "velocity"))
        self._product = self._variable(lambda: tf.ones([]), "variable_k")
        self._all.append(self._product)

    def schedule(self, t):
        return self.beta_1 * (1.0 - 0.5 * tf.pow(0.96, t))

    def begin_step(self, t):
        self._product.assign(self._product * self.schedule(t))

    def update_step(self, g, v, lr, t, i):
        m, s = self._m[i], self._v[i]
        now = tf.cast(self.schedule(tf.cast(t, tf.float32)), t.dtype)
        later = tf.cast(self.schedule(tf.cast(t, tf.float32) + 1.0), t.dtype)
        product = tf.cast(tf.convert_to_tensor(self._product), t.dtype)
        m.assign_add((g - m) * (1.0 - self.beta_1))
        s.assign_add((tf.square(g) - s) * (1.0 - self.beta_2))
        m_hat = later * m / (1.0 - product * later) + (1.0 - now) * g / (1.0 - product)
        v_hat = s / (1.0 - tf.pow(tf.cast(self.beta_2, t.dtype), t))
        v.assign_sub(lr * m_hat / (tf.sqrt(v_hat) + self.epsilon))


class Ftrl(Optimizer):
    def __init__(self, learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0,
                 l2_regularization_strength=0.0, l2_shrinkage_regularization_strength=0.0, beta=0.0, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.power = -learning_rate_power
        self.initial_accumulator_value = initial_accumulator_value
        self.l1 = l1_regularization_strength
        self.l2 = l2_regularization_strength
        self.shrinkage = l2_shrinkage_regularization_strength
        self.beta = beta

    def create_slots(self, variables):
        self._n = []
        self._z = []
        for v in variables:
            self._n.append(self._slot(v, "accumulator", self.initial_accumulator_value))
            self._z.append(self._slot(v, "linear"))

    def update_step(self, g, v, lr, t, i):
        n, z = self._n[i], self._z[i]
        shrunk = g + 2.0 * self.shrinkage * v
        new_n = n + tf.square(g)
        new_root = tf.pow(new_n, self.power)
        z.assign_add(shrunk - (new_root - tf.pow(n, self.power)) / lr * v)
        q = new_root / lr + 2.0 * (self.l2 + self.beta / (2.0 * lr))
        v.assign((tf.clip_by_value(tf.convert_to_tensor(z), -self.l1, self.l1) - z) / q)
        n.assign(new_n)


class Lion(Optimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.99, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.beta_1 = beta_1
        self.beta_2 = beta_2

    def create_slots(self, variables):
        self._m = [self._slot(v, "momentum") for v in variables]

    def update_step(self, g, v, lr, t, i):
        m = self._m[i]
        v.assign_sub(lr * tf.sign(m * self.beta_1 + g * (1.0 - self.beta_1)))
        m.assign(m * self.beta_2 + g * (1.0 - self.beta_2))


class Lamb(Optimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, **kwargs):
        super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.beta_1 = beta_1
        self.beta_2 = beta_2
        self.epsilon = epsilon

    def create_slots(self, variables):
        self._m = []
        self._v = []
        for v in variables:
            self._m.append(self._slot(v, "momentum"))
            self._v.append(self._slot(v, "velocity"))

    def update_step(self, g, v, lr, t, i):
        m, s = self._m[i], self._v[i]
        m.assign_add((g - m) * (1.0 - self.beta_1))
        s.assign_add((tf.square(g) - s) * (1.0 - self.beta_2))
        m_hat = m / (1.0 - tf.pow(tf.cast(self.beta_1, t.dtype), t))
        v_hat = s / (1.0 - tf.pow(tf.cast(self.beta_2, t.dtype), t))
        u = m_hat / (tf.sqrt(v_hat) + self.epsilon)
        wn, un = tf.norm(tf.convert_to_tensor(v)), tf.norm(u)
        ratio = tf.where(tf.logical_and(wn > 0.0, un > 0.0), wn / tf.where(un > 0.0, un, 1.0), 1.0)
        v.assign_sub(lr * ratio * u)


_BY_NAME = {"sgd": SGD, "adam": Adam, "adamw": AdamW, "rmsprop": RMSprop, "adagrad": Adagrad, "adadelta": Adadelta, "adamax": Adamax,
            "nadam": Nadam, "ftrl": Ftrl, "lion": Lion, "lamb": Lamb}


def get(identifier):
    if isinstance(identifier, Optimizer):
        return identifier
    if isinstance(identifier, str):
        return lookup("optimizer", _BY_NAME, identifier.lower())()
    invalid("an optimizer is a name or an Optimizer, not " + repr(identifier))
