# expect: lower
"""A property gives a function, which makes variables where it is called."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        hidden = self.layer(self.layer(self.x))
        self.loss = tf.reduce_mean(tf.square(hidden - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    @property
    def layer(self):
        return lambda x: tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
