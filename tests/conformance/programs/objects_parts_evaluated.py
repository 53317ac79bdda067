# expect: compat, parity
"""A model whose session-taking methods train, and of which its trainer evaluates, fetches and saves parts."""

import os
import tempfile
import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, size):
        self.size = size
        self.learning_rate = tf.Variable(0.5, trainable=False)
        self.decay_op = self.learning_rate.assign(self.learning_rate * 0.5)
        self.global_step = tf.Variable(0, trainable=False)
        self.x = tf.placeholder(tf.float32, [None, size], name='x')
        w = tf.get_variable('w', [size, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w)))
        optimizer = tf.train.GradientDescentOptimizer(self.learning_rate)
        self.update = optimizer.minimize(self.loss, global_step=self.global_step)
        self.saver = tf.train.Saver(tf.global_variables())

    def step(self, session, x, forward_only):
        feed = {self.x: x}
        if not forward_only:
            outputs = session.run([self.update, self.loss], feed)
            return outputs[1]
        return session.run(self.loss, feed)


def train():
    folder = tempfile.mkdtemp()
    with tf.Session() as sess:
        model = Model(2)
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            loss = model.step(sess, np.ones((2, model.size)) * i, False)
            if i % 2 == 1:
                sess.run(model.decay_op)
                print("%d %.4f" % (model.global_step.eval(), model.learning_rate.eval()))
                model.saver.save(sess, os.path.join(folder, 'm.ckpt'), global_step=model.global_step)
                print(loss)
        print(sorted(f for f in os.listdir(folder) if f.endswith('index')))


train()
