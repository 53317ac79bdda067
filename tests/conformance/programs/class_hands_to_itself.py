# expect: native, parity
"""__init__ hands its session to a method, which uses the one that the object keeps, too."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(52)


class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.fit(self.sess)

    def fit(self, sess):
        for step in range(3):
            loss, _ = sess.run([self.loss, self.train_op], {self.x: rng.rand(3, 2)})
            print(step, loss, self.sess.run(self.loss, {self.x: np.ones((1, 2))}))


net = Net()
