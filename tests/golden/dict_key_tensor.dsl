# A tensor as a dict key, in eager code.
#! error: tensor-unhashable@7
import tensorflow as tf

counts = {}
for t in [tf.constant(1), tf.constant(2)]:
    counts[t] = 1
print(len(counts))
