# expect: safe native
"""A function of the module trains the model before the session starts it anew."""

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
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


def warm_up():
    return model.train(rng.rand(5, 3))


sess = tf.Session()
model = Model(sess)
print(warm_up())
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
