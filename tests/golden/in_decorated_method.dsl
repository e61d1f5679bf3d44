# A static method and a class method.
#! error: dtype-mismatch@9
import tensorflow as tf


class Ops:
    @staticmethod
    def add(a, b):
        return a + b

    @classmethod
    def run(cls, x):
        return cls.add(x, tf.constant(1))


print(Ops.run(tf.constant(1.0)))
