# expect: compat, parity
"""A loop reads each variable that TensorFlow lists; in one session nothing else is run."""

import os

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size])
        with tf.variable_scope('first'):
            self.w = tf.get_variable('w', [size, 2], initializer=tf.constant_initializer(0.5))
        self.b = tf.get_variable('b', [2], initializer=tf.constant_initializer(0.25))
        tf.get_variable('count', [], initializer=tf.constant_initializer(7.0), trainable=False)
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) + self.b))


def read(size):
    read_so_far = []
    with tf.Session() as sess:
        with tf.variable_scope('kept'):
            model = Model(size)
        sess.run(tf.global_variables_initializer())
        with open(os.devnull, 'w') as out:
            for v in tf.trainable_variables():
                if v.name.find('unused') >= 0:
                    # not these
                    continue
                shape = v.get_shape().as_list()
                values = sess.run([v])[0]
                out.write('%s %s' % (v.name, shape))
                read_so_far.append(values.sum())
        for index, v in enumerate(tf.global_variables()):
            read_so_far.append(index * sess.run(v).sum())
    return read_so_far


def train(size, values):
    with tf.Graph().as_default(), tf.Session() as sess:
        with tf.variable_scope('net'):
            model = Model(size)
        train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(model.loss)
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([model.loss, train_op], {model.x: [values[:size]]})[0])
            weights = dict()
            for v in tf.trainable_variables():
                weights[v.name] = sess.run(v).mean()
            values = [weights['net/first/w:0'], weights['net/b:0'], values[-1]]


train(3, np.asarray(read(3)))
