# Misspelt names are reported with the nearest spelling, each where it stands.
#! error: undefined-name@7
#! error: unknown-api@8
import tensorflow as tf

learning_rate = 0.1
print(learning_rat)
print(tf.reduce_men([1.0, 2.0]))
