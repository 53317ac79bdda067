# expect: SES219
"""A trainer trains while it is made, and initialises the variables only then."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w)))
        self.train_step = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)


class Trainer(object):
    def __init__(self, sess, model):
        self.sess = sess
        self.model = model
        self.sess.run(tf.global_variables_initializer())
        self.step()
        self.sess.run(tf.global_variables_initializer())

    def step(self):
        feed = {self.model.x: np.ones([3, 2])}
        print(self.sess.run([self.model.loss, self.model.train_step], feed)[0])


sess = tf.Session()
model = Model()
trainer = Trainer(sess, model)
trainer.step()
