# expect: SES210
"""An object that only keeps the session asks for the variables beside a run of what another one has built."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        weights = tf.get_variable('weights', [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, weights)))
        self.train_step = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)


class Trainer(object):
    def __init__(self, sess, model):
        self.sess = sess
        self.model = model

    def step(self, x):
        feed = {self.model.x: x}
        loss, _ = self.sess.run([self.model.loss, self.model.train_step], feed)
        print(loss, len(tf.trainable_variables()), self.sess.run(self.model.loss, feed))


sess = tf.Session()
model = Model()
sess.run(tf.global_variables_initializer())
trainer = Trainer(sess, model)
trainer.step(np.ones([3, 2]))
