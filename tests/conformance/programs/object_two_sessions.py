# expect: lower
"""A method has a session of its own beside that of the object, which goes on with its own variables."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [2])
        self.w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
        self.y = self.x * self.w
        self.grow = tf.assign_add(self.w, self.x)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def step(self):
        return self.sess.run(self.grow, {self.x: np.ones(2)})

    def fresh(self):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            return sess.run(self.y, {self.x: np.ones(2)})


model = Model()
print(model.step(), model.fresh(), model.step())
