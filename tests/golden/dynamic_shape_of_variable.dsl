# A variable whose shape only run time knows, made from a masked tensor, in a tf.function: the first call's argument counts.
import tensorflow as tf


class Keep:
    def __init__(self):
        self.v = None

    @tf.function
    def __call__(self, x):
        if self.v is None:
            self.v = tf.Variable(tf.boolean_mask(x, x > 0))
        return self.v + 1


print(Keep()(tf.constant([1, -1])))
