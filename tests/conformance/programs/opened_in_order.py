# expect: native, parity
"""A function that opens the session is passed what prints, by names, in an order of the call's own."""

import numpy as np
import tensorflow as tf


def told(value):
    print('told', value)
    return value


def opened(first, second):
    print(first, second)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def main():
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    sess = opened(second=told(2), first=told(1))
    for _ in range(3):
        print(sess.run([train_op, loss], {x: np.eye(2)})[1])
    sess.close()


if __name__ == '__main__':
    main()
