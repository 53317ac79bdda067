# expect: native
"""Two functions run, each of which makes a graph of its own for its object and its session."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(52)


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]


def first(steps):
    with tf.Graph().as_default():
        model = Model()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(steps):
                print(step, model.train(sess, rng.rand(4, 3)))


def second():
    tf.reset_default_graph()
    model = Model()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        print(model.train(session, rng.rand(4, 3)))


first(3)
second()
first(2)
