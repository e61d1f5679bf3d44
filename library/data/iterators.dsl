"""tf.data: pipelines as iterators that are pulled one element at a time.

A Dataset describes a pipeline. iterator() makes what runs it: an object whose attributes are its state, with reset() and
advance(), which gives whether there is an element, and the element. Numbers of elements are Python ints in eager code, so
that short pipelines over known values are computed while the program is compiled, and int64 tensors in staged code; the
conditions on them become branches and loops of the program where they are not known.
"""
import lathe
import tensorflow as tf


# ---- structures of elements: tuples and dicts; everything else is a tensor ----

def map_element(function, value):
    if isinstance(value, tuple):
        return tuple([map_element(function, v) for v in value])
    if isinstance(value, dict):
        return {k: map_element(function, v) for k, v in value.items()}
    return function(value)


def map_elements(function, values):
    """The same over elements of one structure: function gets the list of the leaves at one place."""
    first = values[0]
    if isinstance(first, tuple):
        return tuple([map_elements(function, [v[i] for v in values]) for i in range(len(first))])
    if isinstance(first, dict):
        return {k: map_elements(function, [v[k] for v in values]) for k in first}
    return function(values)


def flat(value):
    if isinstance(value, tuple):
        found = []
        for v in value:
            found += flat(v)
        return found
    if isinstance(value, dict):
        found = []
        for k in sorted(value):
            found += flat(value[k])
        return found
    return [value]


def tensors_of(value):
    """What the program gives as an element: lists become tensors."""
    return map_element(lambda v: tf.convert_to_tensor(v), value)


def spec_of(value):
    return map_element(lambda v: tf.TensorSpec(v.shape, v.dtype), value)


def arguments_of(element):
    return element if isinstance(element, tuple) else (element,)


def dims_of(shape):
    return list(shape)


def empty_like(spec):
    """A value of the spec's dtype and rank for where there is no element."""
    return map_element(lambda s: tf.zeros([0 if d is None else d for d in dims_of(s.shape)], s.dtype), spec)


def refuse(what):
    lathe.refuse("unsupported-api", "NotImplementedError", what + " is not supported where only the running program knows the elements")


# ---- conditions, known or not ----

def both(a, b):
    if lathe.known(a):
        return b if a else False
    if lathe.known(b):
        return a if b else False
    return tf.logical_and(a, b)


def either(a, b):
    if lathe.known(a):
        return True if a else b
    if lathe.known(b):
        return True if b else a
    return tf.logical_or(a, b)


def negated(a):
    if lathe.known(a):
        return not a
    return tf.logical_not(a)


def only_if(has, make, spec):
    """make() where `has`; some value of the spec where not."""
    if lathe.known(has):
        return make() if has else None
    if has:
        element = make()
    else:
        element = empty_like(spec)
    return element


def advance_if(go, source, spec):
    if lathe.known(go):
        if go:
            return source.advance()
        return False, None
    if go:
        has, element = source.advance()
    else:
        has, element = tf.constant(False), empty_like(spec)
    return has, element


def choose(condition, a, b):
    if lathe.known(condition):
        return a if condition else b
    if condition:
        element = a
    else:
        element = b
    return element


def known_number(n):
    return n if lathe.known(n) else None


# ---- iterators ----

class Iterator:
    def step(self):
        self.has, self.element = self.advance()

    def pulled(self):
        return self

    def __iter__(self):
        return self

    def __next__(self):
        self.step()
        if not self.has:
            raise StopIteration
        return self.element

    def get_next(self):
        self.step()
        if not self.has:
            raise tf.errors.OutOfRangeError(None, None, "End of sequence")
        return self.element

    def skip(self, n):
        left = n
        go = left > 0
        while go:
            has, unused = self.advance()
            left = left - 1
            go = both(left > 0, has)

    @property
    def element_spec(self):
        return self.spec


class NumpyIterator:
    def __init__(self, source):
        self.source = source

    def __iter__(self):
        return self

    def __next__(self):
        self.source.step()
        if not self.source.has:
            raise StopIteration
        return map_element(lambda t: t.numpy(), self.source.element)


class RangeIterator(Iterator):
    def __init__(self, start, stop, stride, spec):
        self.start = lathe.index(start)
        self.stop = lathe.index(stop)
        self.stride = lathe.index(stride)
        self.downwards = stride < 0
        self.spec = spec
        self.reset()

    def reset(self):
        self.i = self.start

    def skip(self, n):
        self.i = self.i + n * self.stride

    def advance(self):
        has = self.i > self.stop if self.downwards else self.i < self.stop
        element = tf.cast(self.i, self.spec.dtype)
        self.i = self.i + self.stride
        return has, element


class SliceIterator(Iterator):
    def __init__(self, tensors, count, spec):
        self.tensors = tensors
        self.count = lathe.index(count)
        self.some = isinstance(count, int) and count > 0
        self.spec = spec
        self.reset()

    def reset(self):
        self.i = lathe.index(0)

    def skip(self, n):
        self.i = self.i + n

    def at(self, i):
        return map_element(lambda t: tf.gather(t, i), self.tensors)

    def advance(self):
        has = self.i < self.count
        i = self.i
        if lathe.known(has):
            element = self.at(i) if has else None
        elif self.some:
            last = self.count - 1
            element = self.at(tf.minimum(i, last))
        else:
            element = only_if(has, lambda: self.at(i), self.spec)
        self.i = self.i + 1
        return has, element


class SingleIterator(Iterator):
    def __init__(self, element, spec):
        self.value = element
        self.spec = spec
        self.reset()

    def reset(self):
        self.i = lathe.index(0)

    def advance(self):
        has = self.i < 1
        self.i = self.i + 1
        return has, self.value


class ListIterator(Iterator):
    """Elements that are known one by one."""

    def __init__(self, items, spec):
        self.items = items
        self.spec = spec
        self.reset()

    def reset(self):
        self.i = 0

    def advance(self):
        i = self.i
        if not lathe.known(i):
            refuse("this pipeline")
        has = i < len(self.items)
        self.i = i + 1
        return has, self.items[i] if has else None


class MapIterator(Iterator):
    def __init__(self, source, function, spec):
        self.source = source
        self.function = function
        self.spec = spec

    def reset(self):
        self.source.reset()

    def advance(self):
        has, element = self.source.advance()
        return has, only_if(has, lambda: self.function(*arguments_of(element)), self.spec)


class FilterIterator(Iterator):
    def __init__(self, source, predicate, spec):
        self.source = source
        self.predicate = predicate
        self.spec = spec

    def reset(self):
        self.source.reset()

    def drops(self, has, element):
        if lathe.known(has):
            return negated(self.predicate(*arguments_of(element))) if has else False
        dropped = tf.constant(False)
        if has:
            dropped = tf.logical_not(self.predicate(*arguments_of(element)))
        return dropped

    def advance(self):
        has, element = self.source.advance()
        dropped = self.drops(has, element)
        while dropped:
            has, element = self.source.advance()
            dropped = self.drops(has, element)
        return has, element


class TakeWhileIterator(Iterator):
    def __init__(self, source, predicate, spec):
        self.source = source
        self.predicate = predicate
        self.spec = spec
        self.going = True

    def reset(self):
        self.source.reset()
        self.going = True

    def keeps(self, has, element):
        if lathe.known(has):
            return self.predicate(*arguments_of(element)) if has else False
        kept = tf.constant(False)
        if has:
            kept = self.predicate(*arguments_of(element))
        return kept

    def advance(self):
        has, element = advance_if(self.going, self.source, self.spec)
        self.going = self.keeps(has, element)
        return self.going, element


class TakeIterator(Iterator):
    def __init__(self, source, count, spec):
        self.source = source
        self.count = lathe.index(count)
        self.spec = spec
        self.left = self.count

    def reset(self):
        self.source.reset()
        self.left = self.count

    def advance(self):
        go = self.left > 0
        self.left = self.left - 1
        return advance_if(go, self.source, self.spec)


class SkipIterator(Iterator):
    def __init__(self, source, count, spec):
        self.source = source
        self.count = lathe.index(count)
        self.spec = spec
        source.skip(self.count)

    def reset(self):
        self.source.reset()
        self.source.skip(self.count)

    def advance(self):
        return self.source.advance()


class RepeatIterator(Iterator):
    def __init__(self, source, count, spec):
        self.source = source
        self.endless = count < 0
        self.count = lathe.index(count)
        self.spec = spec
        self.round = lathe.index(1)

    def reset(self):
        self.source.reset()
        self.round = lathe.index(1)

    def advance(self):
        has, element = advance_if(True if self.endless else self.count > 0, self.source, self.spec)
        again = negated(has) if self.endless else both(negated(has), self.round < self.count)
        if lathe.known(again):
            if again:
                self.round = self.round + 1
                self.source.reset()
                return self.source.advance()
            return has, element
        if again:
            self.round = self.round + 1
            self.source.reset()
            has, element = self.source.advance()
        return has, element


class ConcatenateIterator(Iterator):
    def __init__(self, first, second, spec):
        self.first = first
        self.second = second
        self.spec = spec
        self.in_first = True

    def reset(self):
        self.first.reset()
        self.second.reset()
        self.in_first = True

    def advance(self):
        has, element = advance_if(self.in_first, self.first, self.spec)
        self.in_first = has
        more, other = advance_if(negated(has), self.second, self.spec)
        if lathe.known(has):
            return (True, element) if has else (more, other)
        return either(has, more), choose(has, element, other)


class ZipIterator(Iterator):
    def __init__(self, sources, spec):
        self.sources = sources
        self.spec = spec

    def reset(self):
        for source in flat(self.sources):
            source.reset()

    def advance(self):
        all_have = True
        elements = []
        for source in self.in_order(self.sources):
            has, element = advance_if(all_have, source, source.spec)
            all_have = has
            elements.append(element)
        if lathe.known(all_have) and not all_have:
            return False, None
        self_elements = list(elements)

        def build(structure):
            if isinstance(structure, tuple):
                return tuple([build(s) for s in structure])
            if isinstance(structure, dict):
                return {k: build(structure[k]) for k in structure}
            return self_elements.pop(0)

        return all_have, build(self.sources)

    def in_order(self, structure):
        if isinstance(structure, tuple):
            found = []
            for s in structure:
                found += self.in_order(s)
            return found
        if isinstance(structure, dict):
            found = []
            for k in structure:
                found += self.in_order(structure[k])
            return found
        return [structure]


class BatchIterator(Iterator):
    def __init__(self, source, size, drop_remainder, inner_spec, spec):
        self.source = source
        self.size = lathe.index(size)
        self.drop_remainder = drop_remainder
        self.inner_spec = inner_spec
        self.spec = spec

    def reset(self):
        self.source.reset()

    def join(self, parts):
        return map_elements(lambda leaves: tf.stack(leaves), parts)

    def advance(self):
        has, element = self.source.advance()
        if not lathe.known(has) or not lathe.known(self.size):
            return self.advance_running(has, element)
        if not has:
            return False, None
        parts = [element]
        while has and len(parts) < self.size:
            has, element = self.source.advance()
            if not lathe.known(has):
                refuse("batching elements of which only some are known")
            if has:
                parts.append(element)
        if len(parts) < self.size and self.drop_remainder:
            return False, None
        return True, self.join(parts)

    def advance_running(self, has, element):
        specs = flat(self.inner_spec)
        leaves = flat(element)
        arrays = [tf.TensorArray(s.dtype, size=0, dynamic_size=True, element_shape=s.shape) for s in specs]
        n = tf.constant(0)
        size = tf.cast(self.size, tf.int32)
        any_has = has
        has = tf.convert_to_tensor(has)
        while tf.logical_and(has, n < size):
            arrays = [array.write(n, leaf) for array, leaf in zip(arrays, leaves)]
            n = n + 1
            if n < size:
                has, element = self.source.advance()
                leaves = flat(element)
        stacked = [array.stack() for array in arrays]
        full = (n == size) if self.drop_remainder else (n > 0)
        if self.drop_remainder and isinstance(self.size, int):
            stacked = [tf.ensure_shape(s, [None] + dims_of(spec.shape)) for s, spec in zip(stacked, specs)]
        box = list(stacked)

        def build(structure):
            if isinstance(structure, tuple):
                return tuple([build(s) for s in structure])
            if isinstance(structure, dict):
                made = {k: build(structure[k]) for k in sorted(structure)}
                return {k: made[k] for k in structure}
            return box.pop(0)

        return full, build(self.spec)


class PaddedBatchIterator(BatchIterator):
    def configure(self, shapes, values):
        self.shapes = shapes
        self.values = values
        return self

    def join(self, parts):
        joined = []
        columns = [flat(p) for p in parts]
        for i in range(len(columns[0])):
            joined.append(self.pad_leaf([c[i] for c in columns], self.shapes[i], self.values[i]))

        def build(structure):
            if isinstance(structure, tuple):
                return tuple([build(s) for s in structure])
            if isinstance(structure, dict):
                made = {k: build(structure[k]) for k in sorted(structure)}
                return {k: made[k] for k in structure}
            return joined.pop(0)

        return build(self.spec)

    def pad_leaf(self, leaves, shape, value):
        rank = len(leaves[0].shape)
        if rank == 0:
            return tf.stack(leaves)
        longest = tf.reduce_max(tf.stack([tf.shape(x) for x in leaves]), axis=0)
        wanted = [longest[d] if shape is None or shape[d] is None else shape[d] for d in range(rank)]
        target = tf.stack([tf.cast(w, tf.int32) for w in wanted])
        padded = []
        for x in leaves:
            after = target - tf.shape(x)
            tf.debugging.assert_non_negative(after, "an element is larger than the padded shape")
            paddings = tf.stack([tf.zeros_like(after), after], axis=1)
            padded.append(tf.pad(x, paddings, constant_values=tf.zeros([], x.dtype) if value is None else tf.cast(value, x.dtype)))
        return tf.stack(padded)

    def advance_running(self, has, element):
        refuse("padded_batch")


class FlatMapIterator(Iterator):
    def __init__(self, source, make, spec):
        self.source = source
        self.make = make
        self.spec = spec
        self.inner = None

    def reset(self):
        self.source.reset()
        self.inner = None

    def advance(self):
        while True:
            if self.inner is None:
                has, element = self.source.advance()
                if not lathe.known(has):
                    refuse("flat_map")
                if not has:
                    return False, None
                self.inner = self.make(*arguments_of(element)).iterator()
            has, element = self.inner.advance()
            if not lathe.known(has):
                refuse("flat_map")
            if has:
                return True, element
            self.inner = None


class UnbatchIterator(FlatMapIterator):
    pass


class InterleaveIterator(Iterator):
    def __init__(self, source, make, cycle, block, spec):
        self.source = source
        self.make = make
        self.cycle = cycle
        self.block = block
        self.spec = spec
        self.reset_state()

    def reset_state(self):
        self.slots = [None] * self.cycle
        self.at = 0
        self.taken = 0
        self.ended = False

    def reset(self):
        self.source.reset()
        self.reset_state()

    def turn(self):
        self.at = (self.at + 1) % self.cycle
        self.taken = 0

    def advance(self):
        idle = 0
        while idle < self.cycle + 1:
            if self.slots[self.at] is None and not self.ended:
                has, element = self.source.advance()
                if not lathe.known(has):
                    refuse("interleave")
                if has:
                    self.slots[self.at] = self.make(*arguments_of(element)).iterator()
                else:
                    self.ended = True
            inner = self.slots[self.at]
            if inner is None:
                idle += 1
                self.turn()
            else:
                has, element = inner.advance()
                if not lathe.known(has):
                    refuse("interleave")
                if has:
                    self.taken += 1
                    if self.taken == self.block:
                        self.turn()
                    return True, element
                self.slots[self.at] = None
                idle = 0
                self.turn()
        return False, None


class WindowIterator(Iterator):
    def __init__(self, source, size, shift, stride, drop_remainder, wrap):
        self.source = source
        self.wrap = wrap
        self.size = size
        self.shift = shift
        self.stride = stride
        self.drop_remainder = drop_remainder
        self.spec = None
        self.items = None
        self.at = 0

    def reset(self):
        self.source.reset()
        self.items = None
        self.at = 0

    def advance(self):
        if self.items is None:
            self.items = all_elements(self.source, "window")
        reach = (self.size - 1) * self.stride + 1
        if self.at >= len(self.items) or (self.drop_remainder and self.at + reach > len(self.items)):
            return False, None
        window = self.items[self.at:self.at + reach][::self.stride]
        self.at += self.shift
        return True, self.wrap(window)


def all_elements(source, what):
    items = []
    has, element = source.advance()
    while lathe.known(has) and has:
        items.append(element)
        has, element = source.advance()
    if not lathe.known(has):
        refuse(what)
    return items


class ShuffleIterator(Iterator):
    def __init__(self, source, size, state, spec):
        self.source = source
        self.size = size
        self.state = state
        self.spec = spec
        self.items = None

    def reset(self):
        self.source.reset()
        self.items = None

    def advance(self):
        if self.items is None:
            self.items = self.shuffled(all_elements(self.source, "shuffle"))
            self.i = 0
        i = self.i
        if not lathe.known(i):
            refuse("shuffle")
        has = i < len(self.items)
        self.i = i + 1
        return has, self.items[i] if has else None

    def shuffled(self, items):
        self.state.round = self.state.round + 1
        picks = lathe.permutation(len(items), self.state.round)
        rank = [0] * len(items)
        for i in range(len(picks)):
            rank[picks[i]] = i
        buffer = []
        out = []
        size = min(self.size, len(items)) if self.size > 0 else len(items)
        for item, r in zip(items, rank):
            buffer.append((r, item))
            if len(buffer) == size:
                out.append(take_at(buffer, buffer[0][0] % len(buffer)))
        while len(buffer) > 0:
            out.append(take_at(buffer, buffer[0][0] % len(buffer)))
        return out


def take_at(buffer, i):
    item = buffer[i][1]
    buffer[i] = buffer[len(buffer) - 1]
    buffer.pop()
    return item


class ShuffleState:
    def __init__(self, seed):
        self.round = seed


class CacheState:
    def __init__(self):
        self.items = None


class CacheIterator(Iterator):
    def __init__(self, source, state, spec):
        self.source = source
        self.state = state
        self.spec = spec
        self.i = 0
        self.seen = []

    def reset(self):
        self.source.reset()
        self.i = 0
        self.seen = []

    def advance(self):
        if self.state.items is not None:
            i = self.i
            if not lathe.known(i):
                refuse("cache")
            has = i < len(self.state.items)
            self.i = i + 1
            return has, self.state.items[i] if has else None
        has, element = self.source.advance()
        if not lathe.known(has):
            refuse("cache")
        if has:
            self.seen.append(element)
        else:
            self.state.items = self.seen
        return has, element
