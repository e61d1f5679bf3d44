# An object made in the loop is needed in the next iteration.
#! error: loop-state-type@15
import tensorflow as tf


class Node:
    def __init__(self, value):
        self.value = value


@tf.function
def chain(xs):
    node = Node(tf.constant(0))
    for x in xs:
        node = Node(node.value + x)
    return node.value


print(chain(tf.constant([1, 2])))
