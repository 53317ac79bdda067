# expect: native, parity
"""The session is given to each method that runs it."""

import os
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, size):
        self.size = size
        self.x = tf.placeholder(tf.float32, [None, size])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.2))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def _step(self, x, sess):
        return sess.run([self.train_op, self.loss], {self.x: x})[1]

    def train(self, sess, count=2):
        """Trains with `sess`."""
        for _ in range(count):
            loss = self._step(rng.rand(4, self.size), sess)  # one step
        return loss

    def evaluate(self, sess, x):
        return sess.run(self.loss, {self.x: x})


def main():
    model = Model(3)
    saver = tf.train.Saver()
    path = os.path.join(tempfile.mkdtemp(), 'model')
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            print(epoch, model.train(sess, count=3), model.evaluate(sess, np.ones((2, 3))))
            if epoch == 1:
                saver.save(sess, path)
        saver.restore(sess, path)
        print(model.evaluate(x=np.ones((2, 3)), sess=sess))
        sess.run(tf.global_variables_initializer())
        print(model.evaluate(sess, np.ones((2, 3))))


if __name__ == '__main__':
    main()
