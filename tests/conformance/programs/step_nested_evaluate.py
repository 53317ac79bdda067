# expect: native, parity
"""A function within main evaluates; main trains."""

import numpy as np
import tensorflow as tf


def main(argv=None):
    rng = np.random.RandomState(12)
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    train_op = tf.train.AdagradOptimizer(0.1).minimize(loss)
    sess = tf.Session()

    def evaluate(count):
        total = 0.0
        for k in range(count):
            bx = np.full((2, 3), k, np.float32)
            total += sess.run(loss, feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
        return total / count

    sess.run(tf.global_variables_initializer())
    print('before', evaluate(2))
    for i in range(4):
        bx = rng.rand(8, 3)
        sess.run(train_op, feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
        print(i, evaluate(3))
    sess.close()


if __name__ == '__main__':
    tf.app.run()
