# expect: compat, parity
"""The program makes a model; functions open sessions on it, feed it by a function, and pass one to another."""

import sys

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
X = rng.rand(12, 3).astype(np.float32)
Y = X.sum(1).astype(np.float32)


class Model(object):
    def __init__(self, rate):
        self.x = tf.placeholder(tf.float32, [None, 3], name='x')
        self.y = tf.placeholder(tf.float32, [None], name='y')
        self.keep = tf.placeholder(tf.float32, name='keep')
        self.build(rate)

    def build(self, rate):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
        self.out = tf.matmul(self.x * self.keep, w)[:, 0]
        self.loss = tf.reduce_mean(tf.square(self.out - self.y))
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)


def feed_data(x, y, keep):
    feed_dict = {model.x: x, model.y: y, model.keep: keep}
    return feed_dict


def evaluate(sess, x, y):
    return sess.run(model.loss, feed_dict=feed_data(x, y, 1.0))


def train(steps):
    tf.summary.scalar('loss', model.loss)
    merged = tf.summary.merge_all()
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    for step in range(steps):
        feed_dict = feed_data(X[step : step + 4], Y[step : step + 4], 0.5)
        if step % 2 == 0:
            print(len(session.run(merged, feed_dict=feed_dict)))
        _, loss = session.run([model.train_op, model.loss], feed_dict=feed_dict)
        print(loss, evaluate(session, X, Y))


def test():
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    print(evaluate(session, X, Y))


if __name__ == '__main__':
    model = Model(0.1)
    if len(sys.argv) > 1:
        test()
    else:
        train(5)
