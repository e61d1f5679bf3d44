"""Names of layers, optimizers, metrics and their variables; configuration."""
import lathe
import tensorflow as tf

EPSILON = 1e-7


def snake_case(name):
    """MaxPooling2D -> max_pooling2d: an underscore before a capitalised word and between a small letter and a capital."""
    first = ""
    i = 0
    while i < len(name):
        if i > 0 and i + 1 < len(name) and name[i].isupper() and name[i + 1].islower():
            first += "_" + name[i]
            i += 1
            while i < len(name) and name[i].islower():
                first += name[i]
                i += 1
            if i < len(name):
                first += name[i]
                i += 1
        else:
            first += name[i]
            i += 1
    second = ""
    for k in range(len(first)):
        if k > 0 and first[k].isupper() and first[k - 1].islower():
            second += "_"
        second += first[k]
    return second.lower()


def unique_name(class_name):
    base = snake_case(class_name)
    n = lathe.count(base)
    return base if n == 0 else base + "_" + str(n)


def clear_session(free_memory=True):
    lathe.reset_names()


def epsilon():
    return EPSILON


def floatx():
    return "float32"


def dtype_name(dtype):
    if isinstance(dtype, str):
        return dtype
    return tf.as_dtype(dtype).name


def invalid(message):
    lathe.refuse("invalid-argument", "ValueError", message)


def mismatch(message):
    lathe.refuse("shape-mismatch", "ValueError", message)


def set_random_seed(seed):
    if not isinstance(seed, int):
        invalid("the seed must be an int, not " + repr(seed))
    lathe.set_seed(seed)
    tf.random.set_seed(seed)


def lookup(kind, table, identifier):
    """The entry of a table of names; the nearest spelling is for the reader of the message."""
    if identifier in table:
        return table[identifier]
    invalid("no " + kind + " is named '" + str(identifier) + "'; the names are " + ", ".join(sorted(table)))
