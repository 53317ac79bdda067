# expect: safe native
"""The block that opens the session saves by the object's saver."""

import os
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
print(model.saver.save(sess, os.path.join(tempfile.mkdtemp(), 'm')) is not None)
