# `lathe code`: places.
#! code:
import tensorflow as tf


class Account:
    def __init__(self, sum):
        self.sum = sum


@tf.function
def spend(price):
    a = Account(tf.constant(10))
    d = {"trips": tf.constant(0)}
    while a.sum > price:
        a.sum -= price
        d["trips"] += 1
    if a.sum > 2:
        a.sum = a.sum * 100
    return a.sum, d["trips"]


@tf.function
def counted(n):
    total = 0

    def add(x):
        nonlocal total
        total += x
        return total

    def doubled():
        return total * 2

    for i in tf.range(n):
        total += i
    return doubled()


print(spend(tf.constant(3)), counted(tf.constant(4)))
