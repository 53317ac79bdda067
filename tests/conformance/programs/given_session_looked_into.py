# expect: lower
"""The graph is found through the session."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3], name='x')
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0), name='loss')
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

    def train(self, x):
        loss = self.sess.graph.get_tensor_by_name('loss:0')
        return self.sess.run([loss, self.train_op], {self.x: x})[0]


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
