# expect: compat
"""Inner functions train and evaluate; one of them is given a writer, or none."""

import tempfile

import numpy as np
import tensorflow as tf


class Net(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size], name='x')
        self.y = tf.placeholder(tf.float32, [None], name='y')
        with tf.name_scope('out'):
            w = tf.Variable(tf.ones([size]), name='w')
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - self.y))


def train(steps):
    with tf.Graph().as_default():
        sess = tf.Session()
        with sess.as_default():
            net = Net(3)
            global_step = tf.Variable(0, name='global_step', trainable=False)
            optimizer = tf.train.AdamOptimizer(1e-2)
            train_op = optimizer.apply_gradients(optimizer.compute_gradients(net.loss), global_step=global_step)
            summary = tf.summary.merge([tf.summary.scalar('loss', net.loss)])
            writer = tf.summary.FileWriter(tempfile.mkdtemp(), sess.graph)
            sess.run(tf.global_variables_initializer())

            def train_step(batch_x, batch_y):
                feed_dict = {
                    net.x: batch_x,
                    net.y: batch_y,
                }
                _, step, loss = sess.run([train_op, global_step, net.loss], feed_dict)
                print(step, loss)

            def dev_step(batch_x, batch_y, writer=None):
                feed_dict = {
                    net.x: batch_x,
                    net.y: batch_y,
                }
                step, summaries, loss = sess.run([global_step, summary, net.loss], feed_dict)
                print('dev', step, loss)
                if writer:
                    writer.add_summary(summaries, step)

            rng = np.random.RandomState(0)
            for _ in range(steps):
                batch = rng.rand(4, 3)
                train_step(batch, batch.sum(1) * 2)
                current = tf.train.global_step(sess, global_step)
                if current % 2 == 0:
                    dev_step(batch, batch.sum(1) * 2, writer=writer)


train(4)
