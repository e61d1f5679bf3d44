# Misspelt names in functions of a program: each is reported where it stands.
#! error: unknown-api@9
#! error: undefined-name@13
#! error: unknown-attribute@20
import tensorflow as tf


def forward(x):
    return tf.nn.reluu(x)


def loss(pred, target):
    return tf.reduce_mean(tf.square(pred - targt))


def main():
    x = tf.constant([1.0, -1.0])
    y = forward(x)
    print(loss(x, x))
    print(x.shpe)


main()
