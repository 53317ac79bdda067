# expect: lower
"""An attribute is computed when it is read, which builds more of the graph."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], 0.3))
        self.y = tf.matmul(self.x, w)
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    @property
    def loss(self):
        return tf.reduce_mean(tf.square(self.y - 1.0))

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
