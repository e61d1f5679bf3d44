# A certain error that a 'try' catches is no diagnostic.
import tensorflow as tf

try:
    tf.ones([2]) + tf.ones([3])
except tf.errors.InvalidArgumentError:
    print("caught")
try:
    print({"a": 1}["b"])
except KeyError as e:
    print("missing", e)
