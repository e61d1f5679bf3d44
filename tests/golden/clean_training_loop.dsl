# A whole training loop without anything to say.
import tensorflow as tf

w = tf.Variable([[0.0], [0.0]])
b = tf.Variable(0.0)
x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
y = tf.constant([[5.0], [11.0], [17.0]])


@tf.function
def step(rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
    dw, db = tape.gradient(loss, [w, b])
    w.assign_sub(rate * dw)
    b.assign_sub(rate * db)
    return loss


for i in range(20):
    step(tf.constant(0.01))
print(step(tf.constant(0.01)) < 2.0)
