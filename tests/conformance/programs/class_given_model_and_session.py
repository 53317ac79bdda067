# expect: compat, parity
"""An object builds on what another one has built, and is handed the session that another function opens."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size])
        self.y = tf.placeholder(tf.float32, [None, 1])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - self.y))


class Trainer(object):
    def __init__(self, model, rate):
        self.model = model
        self.loss = model.loss
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)

    def step(self, sess, batch):
        x, y = batch
        feed_dict = {self.model.x: x, self.model.y: y}
        loss, _ = sess.run([self.loss, self.train_op], feed_dict=feed_dict)
        return loss


def main():
    model = Model(3)
    trainer = Trainer(model, 0.1)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, trainer.step(sess, (rng.rand(4, 3), rng.rand(4, 1))))


main()
