# expect: compat, parity
"""An object that trains is one that evaluates, too, but not the other way round."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, sess, training):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 3.0))
        if training:
            step = tf.train.get_or_create_global_step()
            self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss, global_step=step)

    def train(self, batch):
        return self.sess.run([self.train_op, self.loss], {self.x: batch})[1]

    def evaluate(self, batch):
        return self.sess.run(self.loss, {self.x: batch})


def main(training):
    with tf.Graph().as_default(), tf.Session() as sess:
        model = Model(sess, training)
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            batch = np.full((2, 2), i + 1.0, np.float32)
            print(model.train(batch) if training else model.evaluate(batch))


main(training=False)
main(training=True)
