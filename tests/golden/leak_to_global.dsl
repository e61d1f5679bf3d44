# A tensor of the trace is kept in a global list and used outside.
#! error: tensor-leak@12
#! warning: effect-at-trace@12
import tensorflow as tf

trace = []


@tf.function
def f(x):
    y = x * 2
    trace.append(y)
    return y


f(tf.constant(3))
print(trace[0] + 1)
