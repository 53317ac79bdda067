# expect: native, parity
"""The module builds the graph; a function that it calls as the program opens the session, and hands it on."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(8)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None])
w = tf.Variable(tf.constant([[1.0], [2.0], [3.0]]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)[:, 0] - y))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)


def report(sess, batch):
    print('loss', sess.run(loss, feed_dict={x: batch, y: batch.sum(1)}))


def train(steps):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(steps):
            batch = rng.rand(4, 3)
            _, value = sess.run([train_op, loss], feed_dict={x: batch, y: batch.sum(1)})
            print(i, value)
            report(sess, batch)


def main(_):
    train(3)


if __name__ == '__main__':
    tf.app.run(main)
