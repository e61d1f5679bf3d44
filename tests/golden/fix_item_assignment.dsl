# t[i] = v and t[i, j] += v make new values.
#! error: tensor-item-assignment@8
#! error: tensor-item-assignment@13
import tensorflow as tf


def first(t):
    t[0] = 5
    return t


def add(m, i):
    m[i, i] += 1.0
    return m


print(first(tf.constant([1, 2])), add(tf.zeros([2, 2]), 1))
