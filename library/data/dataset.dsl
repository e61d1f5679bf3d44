"""tf.data: datasets; see iterators.dsl for what runs them."""
import lathe
import tensorflow as tf
from library.data.iterators import (
    BatchIterator, CacheIterator, CacheState, ConcatenateIterator, FilterIterator, FlatMapIterator,
    InterleaveIterator, ListIterator, MapIterator, NumpyIterator, PaddedBatchIterator, RangeIterator,
    RepeatIterator, ShuffleIterator, ShuffleState, SingleIterator, SkipIterator, SliceIterator, TakeIterator,
    TakeWhileIterator, UnbatchIterator, WindowIterator, ZipIterator, arguments_of, dims_of, flat, map_element,
    map_elements, refuse, spec_of, tensors_of)

AUTOTUNE = -1
INFINITE = -1
UNKNOWN = -2


def count_of(n):
    return n if isinstance(n, int) else int(n)


class Dataset:
    def __init__(self, make, spec, count):
        self.make = make
        self.spec = spec
        self.count = count          # a number, or INFINITE, or UNKNOWN

    def iterator(self):
        return self.make()

    def pulled(self):
        return self.make()

    def __iter__(self):
        return self.make()

    @property
    def element_spec(self):
        return self.spec

    def cardinality(self):
        return tf.constant(self.count, tf.int64) if isinstance(self.count, int) else tf.cast(self.count, tf.int64)

    def __len__(self):
        if lathe.known(self.count) and self.count < 0:
            lathe.refuse("unsupported-operand", "TypeError", "this dataset is infinite" if self.count == INFINITE else "the number of elements of this dataset is not known")
        return self.cardinality() if lathe.is_staged() else self.count

    def __bool__(self):
        return True

    def __repr__(self):
        return "<Dataset element_spec=" + repr(self.spec) + ">"

    # ---- sources ----

    @staticmethod
    def range(*args, **kwargs):
        dtype = kwargs.get("output_type")
        spec = tf.TensorSpec([], tf.int64 if dtype is None else dtype)
        numbers = [lathe.index(a) if not isinstance(a, int) else a for a in args]
        if len(numbers) == 0 or len(numbers) > 3:
            lathe.refuse("argument-mismatch", "ValueError", "Dataset.range takes one to three numbers, not " + str(len(numbers)))
        start, stop, stride = 0, numbers[0], 1
        if len(numbers) > 1:
            start, stop = numbers[0], numbers[1]
        if len(numbers) > 2:
            stride = numbers[2]
        if not lathe.known(stride):
            refuse("a step of Dataset.range")
        if lathe.known(start) and lathe.known(stop):
            count = max(0, -((start - stop) // stride)) if stride > 0 else max(0, -((stop - start) // -stride))
        else:
            count = tf.maximum(tf.constant(0, tf.int64), -((start - stop) // stride)) if lathe.is_staged() else max(0, -((start - stop) // stride))
        return Dataset(lambda: RangeIterator(start, stop, stride, spec), spec, count)

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        tensors = tensors_of(tensors)
        count = None
        for leaf in flat(tensors):
            if len(leaf.shape) == 0:
                lathe.refuse("rank-mismatch", "ValueError", "from_tensor_slices cannot slice a scalar")
            rows = leaf.shape[0]
            if isinstance(count, int) and isinstance(rows, int) and lathe.known(rows) and lathe.known(count) and rows != count:
                lathe.refuse("shape-mismatch", "ValueError", "from_tensor_slices needs tensors of the same length, not " + str(count) + " and " + str(rows))
            if count is None:
                count = tf.shape(leaf, tf.int64)[0] if rows is None else rows
        spec = map_element(lambda t: tf.TensorSpec(t.shape[1:], t.dtype), tensors)
        return Dataset(lambda: SliceIterator(tensors, count, spec), spec, count)

    @staticmethod
    def from_tensors(tensors, name=None):
        tensors = tensors_of(tensors)
        spec = spec_of(tensors)
        return Dataset(lambda: SingleIterator(tensors, spec), spec, 1)

    @staticmethod
    def zip(*args, datasets=None, name=None):
        structure = args[0] if len(args) == 1 and datasets is None else args if datasets is None else datasets
        if isinstance(structure, list):
            lathe.refuse("invalid-argument", "TypeError", "Dataset.zip takes a tuple or dict of datasets, not a list")
        spec = map_element(lambda d: d.spec, structure)
        count = INFINITE
        for d in ZipIterator(structure, None).in_order(structure):
            if count == UNKNOWN or d.count == UNKNOWN:
                count = UNKNOWN
            elif count == INFINITE:
                count = d.count
            elif d.count != INFINITE:
                count = min(count, d.count)
        return Dataset(lambda: ZipIterator(map_element(lambda d: d.iterator(), structure), spec), spec, count)

    @staticmethod
    def from_generator(*args, **kwargs):
        refuse("from_generator")

    # ---- transformations ----

    def map(self, map_func, num_parallel_calls=None, deterministic=None, synchronous=None, use_unbounded_threadpool=False, name=None):
        function, spec = lathe.traced(map_func, arguments_of(self.spec))
        if isinstance(spec, list):
            plain = function
            spec = tuple(spec)
            return Dataset(lambda: MapIterator(self.iterator(), lambda *a: tuple(plain(*a)), spec), spec, self.count)
        return Dataset(lambda: MapIterator(self.iterator(), function, spec), spec, self.count)

    def filter(self, predicate, name=None):
        function, spec = lathe.traced(predicate, arguments_of(self.spec))
        if not hasattr(spec, "dtype") or spec.dtype != tf.bool:
            lathe.refuse("invalid-argument", "ValueError", "the predicate of filter must give a scalar bool tensor")
        return Dataset(lambda: FilterIterator(self.iterator(), function, self.spec), self.spec, UNKNOWN)

    def take_while(self, predicate, name=None):
        function, spec = lathe.traced(predicate, arguments_of(self.spec))
        return Dataset(lambda: TakeWhileIterator(self.iterator(), function, self.spec), self.spec, UNKNOWN)

    def take(self, count, name=None):
        n = lathe.index(count) if not isinstance(count, int) else count
        if lathe.known(n) and n < 0:
            return Dataset(self.make, self.spec, self.count)
        known = self.count
        if lathe.known(known) and known == INFINITE:
            known = n
        elif not lathe.known(known) or known != UNKNOWN:
            known = min(known, n)
        return Dataset(lambda: TakeIterator(self.iterator(), n, self.spec), self.spec, known)

    def skip(self, count, name=None):
        n = lathe.index(count) if not isinstance(count, int) else count
        if lathe.known(n) and n < 0:
            return Dataset(lambda: ListIterator([], self.spec), self.spec, 0)
        known = self.count
        if not lathe.known(known) or known >= 0:
            known = max(0, known - n)
        return Dataset(lambda: SkipIterator(self.iterator(), n, self.spec), self.spec, known)

    def repeat(self, count=None, name=None):
        n = -1 if count is None else lathe.index(count) if not isinstance(count, int) else count
        if not lathe.known(n):
            refuse("a count of repeat")
        known = self.count
        if n == 0:
            known = 0
        elif n < 0:
            known = 0 if lathe.known(known) and known == 0 else INFINITE
        elif not lathe.known(known) or known >= 0:
            known = known * n
        return Dataset(lambda: RepeatIterator(self.iterator(), n, self.spec), self.spec, known)

    def concatenate(self, dataset, name=None):
        known = UNKNOWN
        if self.count == INFINITE or dataset.count == INFINITE:
            known = INFINITE
        elif self.count != UNKNOWN and dataset.count != UNKNOWN:
            known = self.count + dataset.count
        spec = map_elements(lambda s: tf.TensorSpec(common_shape(s[0].shape, s[1].shape), s[0].dtype), [self.spec, dataset.spec])
        return Dataset(lambda: ConcatenateIterator(self.iterator(), dataset.iterator(), spec), spec, known)

    def enumerate(self, start=0, name=None):
        positions = Dataset(lambda: RangeIterator(start, 9223372036854775807, 1, tf.TensorSpec([], tf.int64)), tf.TensorSpec([], tf.int64), INFINITE)
        return Dataset.zip((positions, self))

    def shard(self, num_shards, index, name=None):
        n, k = count_of(num_shards), count_of(index)
        if k >= n:
            lathe.refuse("invalid-argument", "InvalidArgumentError", "index must be smaller than num_shards: " + str(k) + " and " + str(n))
        known = self.count
        if not lathe.known(known) or known >= 0:
            known = max(0, (known - k + n - 1) // n)
        positions = self.enumerate().filter(lambda i, element: tf.equal(i % n, k))
        made = positions.map(lambda i, element: element)
        return Dataset(made.make, self.spec, known)

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        size = lathe.index(batch_size) if not isinstance(batch_size, int) else batch_size
        if lathe.known(size) and size <= 0:
            lathe.refuse("invalid-argument", "InvalidArgumentError", "batch_size must be positive, not " + str(size))
        spec = self.batched_spec(size, drop_remainder, self.spec)
        return Dataset(lambda: BatchIterator(self.iterator(), size, drop_remainder, self.spec, spec), spec, self.batch_count(size, drop_remainder))

    def batch_count(self, size, drop_remainder):
        known = self.count
        if lathe.known(known) and known < 0:
            return known
        return known // size if drop_remainder else (known + size - 1) // size

    def batched_spec(self, size, drop_remainder, spec):
        rows = size if drop_remainder and isinstance(size, int) and lathe.known(size) else None
        return map_element(lambda s: tf.TensorSpec([rows] + dims_of(s.shape), s.dtype), spec)

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        size = count_of(batch_size)
        specs = flat(self.spec)
        shapes = [dims_of(s.shape) for s in specs]
        if padded_shapes is not None:
            shapes = [padded_shapes] if len(specs) == 1 and not isinstance(padded_shapes, (tuple, dict)) else flat_shapes(padded_shapes)
            shapes = [[None if d == -1 else d for d in list(s)] for s in shapes]
        values = [None] * len(specs)
        if padding_values is not None:
            values = flat(padding_values)
            if len(values) == 1:
                values = values * len(specs)
        box = list(shapes)
        rows = size if drop_remainder else None

        def padded(s):
            return tf.TensorSpec([rows] + box.pop(0), s.dtype)

        spec = map_element(padded, self.spec)
        return Dataset(lambda: PaddedBatchIterator(self.iterator(), size, drop_remainder, self.spec, spec).configure(shapes, values),
                       spec, self.batch_count(size, drop_remainder))

    def unbatch(self, name=None):
        spec = map_element(lambda s: tf.TensorSpec(s.shape[1:], s.dtype), self.spec)

        def slices(*parts):
            return Dataset.from_tensor_slices(parts if isinstance(self.spec, tuple) else parts[0])

        return Dataset(lambda: UnbatchIterator(self.iterator(), slices, spec), spec, UNKNOWN)

    def rebatch(self, batch_size, drop_remainder=False, name=None):
        return self.unbatch().batch(batch_size, drop_remainder)

    def inner_spec_of(self, function):
        found = []

        def probe(*args):
            found.append(function(*args).spec)
            return 0

        lathe.traced(probe, arguments_of(self.spec))
        return found[0]

    def flat_map(self, map_func, name=None):
        spec = None if self.spec is None or holds_datasets(self.spec) else self.inner_spec_of(map_func)
        return Dataset(lambda: FlatMapIterator(self.iterator(), map_func, spec), spec, UNKNOWN)

    def interleave(self, map_func, cycle_length=None, block_length=None, num_parallel_calls=None, deterministic=None, name=None):
        cycle = 1 if cycle_length is None or cycle_length < 1 else cycle_length
        block = 1 if block_length is None else block_length
        spec = self.inner_spec_of(map_func)
        return Dataset(lambda: InterleaveIterator(self.iterator(), map_func, cycle, block, spec), spec, UNKNOWN)

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        shift = size if shift is None else shift
        known = self.count
        if lathe.known(known) and known >= 0:
            reach = (size - 1) * stride + 1
            known = max(0, (known - reach) // shift + 1) if drop_remainder else (known + shift - 1) // shift
        spec = map_element(lambda s: Dataset(None, s, UNKNOWN), self.spec)
        return Dataset(lambda: WindowIterator(self.iterator(), size, shift, stride, drop_remainder, lambda w: window_of(w, self.spec)), spec, known)

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=None, name=None):
        size = lathe.index(buffer_size)
        if not lathe.known(size):
            refuse("a buffer_size of shuffle")
        state = ShuffleState(0 if seed is None else seed)
        again = reshuffle_each_iteration is None or reshuffle_each_iteration
        fixed = 0 if seed is None else seed
        return Dataset(lambda: ShuffleIterator(self.iterator(), size, state if again else ShuffleState(fixed), self.spec), self.spec, self.count)

    def cache(self, filename="", name=None):
        if filename != "":
            refuse("a cache in a file")
        state = CacheState()
        return Dataset(lambda: CacheIterator(self.iterator(), state, self.spec), self.spec, self.count)

    def prefetch(self, buffer_size, name=None):
        return Dataset(self.make, self.spec, self.count)

    def with_options(self, options, name=None):
        return Dataset(self.make, self.spec, self.count)

    def apply(self, transformation_func):
        return transformation_func(self)

    # ---- ends ----

    def reduce(self, initial_state, reduce_func, name=None):
        state = map_element(lambda v: tf.convert_to_tensor(v), initial_state)
        function, spec = lathe.traced(lambda s, e: reduce_func(s, e), (spec_of(state), self.spec))
        it = self.iterator()
        it.step()
        while it.has:
            state = function(state, it.element)
            it.step()
        return state

    def any_true(self):
        require_bool(self.spec, "any()")
        return self.filter(lambda x: x).take(1).reduce(tf.constant(False), lambda state, x: x)

    def all_true(self):
        require_bool(self.spec, "all()")
        return self.filter(lambda x: tf.logical_not(x)).take(1).reduce(tf.constant(True), lambda state, x: x)

    def get_single_element(self, name=None):
        it = self.iterator()
        return it.get_next()

    def as_numpy_iterator(self):
        return NumpyIterator(self.iterator())


def require_bool(spec, called):
    components = flat(spec)
    if len(components) != 1 or not hasattr(components[0], "dtype") or components[0].dtype != tf.bool:
        lathe.refuse("invalid-argument", "ValueError", called + " of a dataset in a tf.function takes a dataset of one bool component")


def window_of(window, spec):
    if isinstance(spec, tuple):
        return tuple([window_of([w[i] for w in window], spec[i]) for i in range(len(spec))])
    if isinstance(spec, dict):
        return {k: window_of([w[k] for w in window], spec[k]) for k in spec}
    return Dataset(lambda: ListIterator(window, spec), spec, len(window))


def holds_datasets(spec):
    return any([isinstance(s, Dataset) for s in flat(spec)])


def flat_shapes(shapes):
    if isinstance(shapes, tuple):
        if all([d is None or isinstance(d, int) for d in shapes]) and len(shapes) > 0:
            return [list(shapes)]
        found = []
        for s in shapes:
            found += flat_shapes(s)
        return found
    if isinstance(shapes, dict):
        found = []
        for k in sorted(shapes):
            found += flat_shapes(shapes[k])
        return found
    return [list(shapes)]


def common_shape(a, b):
    return [x if x == y else None for x, y in zip(dims_of(a), dims_of(b))]


def TextLineDataset(filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
    if compression_type:
        refuse("compressed text")
    names = [filenames] if isinstance(filenames, str) or (tf.is_tensor(filenames) and len(filenames.shape) == 0) else list(filenames)
    joined = None
    for one in names:
        text = tf.io.read_file(one)
        text = tf.strings.regex_replace(tf.strings.regex_replace(text, "\r\n", "\n"), "\n$", "")
        lines = Dataset.from_tensor_slices(tf.strings.split(text, sep="\n"))
        joined = lines if joined is None else joined.concatenate(lines)
    return joined


class Options:
    def __init__(self):
        self.deterministic = None
        self.experimental_deterministic = None
