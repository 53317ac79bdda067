# expect: SES201
"""The session that a model was given ends with its `with`, and the model is asked for one more step."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w)))
        self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def step(self, batch):
        return self.sess.run([self.train, self.loss], {self.x: batch})[1]


with tf.Session() as sess:
    model = Model(sess)
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, model.step(np.eye(2)))
try:
    print(model.step(np.eye(2)))
except RuntimeError:
    print("closed")
