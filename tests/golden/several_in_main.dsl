# Independent mistakes in the body of main().
#! error: shape-mismatch@10
#! error: rank-mismatch@12
#! error: dtype-mismatch@13
import tensorflow as tf


def main():
    x = tf.ones([2, 3])
    a = tf.matmul(x, x)
    b = a + 1.0
    c = tf.concat([x, tf.ones([3])], 0)
    d = x + tf.constant([1, 2, 3])
    print(a, b, c, d)


main()
