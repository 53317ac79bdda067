# expect: lower
"""A saver outside of the class saves a variable that no run needs."""

import os
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], 0.3))
        self.version = tf.Variable(7, trainable=False, name='version')
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


sess = tf.Session()
model = Model(sess)
saver = tf.train.Saver()
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
print(saver.save(sess, os.path.join(tempfile.mkdtemp(), 'm')) is not None)
