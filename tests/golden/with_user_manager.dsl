# An error inside a context manager of the program.
#! error: rank-mismatch@15
import tensorflow as tf


class Timer:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


with Timer():
    print(tf.ones([2]) @ tf.ones([2]))
