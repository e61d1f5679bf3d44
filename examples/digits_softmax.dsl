# Softmax regression on 1,797 handwritten digits: 200 full-batch steps, accuracy on held-out images.
import numpy as np
import tensorflow as tf

table = np.loadtxt("examples/data/digits.csv", delimiter=",", dtype=np.float32)
images = tf.constant(table[:, :64] / 16.0)
labels = tf.constant(table[:, 64].astype(np.int32))
train_x, test_x = images[:1400], images[1400:]
train_y, test_y = labels[:1400], labels[1400:]

weights = tf.Variable(tf.zeros([64, 10]))
bias = tf.Variable(tf.zeros([10]))


def logits_of(x):
    return tf.matmul(x, weights) + bias


@tf.function
def train_step(x, y, rate):
    targets = tf.one_hot(y, 10)
    with tf.GradientTape() as tape:
        log_probabilities = tf.nn.log_softmax(logits_of(x))
        loss = -tf.reduce_mean(tf.reduce_sum(targets * log_probabilities, axis=1))
    d_weights, d_bias = tape.gradient(loss, [weights, bias])
    weights.assign_sub(rate * d_weights)
    bias.assign_sub(rate * d_bias)
    return loss


@tf.function
def accuracy(x, y):
    guess = tf.argmax(logits_of(x), axis=1, output_type=tf.int32)
    return tf.reduce_mean(tf.cast(guess == y, tf.float32))


for step in range(1, 201):
    loss = train_step(train_x, train_y, 0.5)
    if step == 1 or step % 50 == 0:
        print(f"step {step:3d}  loss {float(loss):.3f}")
print(f"training accuracy {float(accuracy(train_x, train_y)):.3f}")
print(f"hold-out accuracy {float(accuracy(test_x, test_y)):.3f}")
