# expect: native, parity
"""An object whose maker calls train() next: it builds the update behind the saver, and then runs."""

import os
import shutil
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(12)
folder = tempfile.mkdtemp()


class Fit(object):
    def __init__(self, sess, size):
        self.sess = sess
        self.size = size
        self.build()

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, self.size])
        self.layers = {
            'w': tf.Variable(tf.ones([self.size, 1]) * 0.2, name='w'),
            'b': tf.Variable(tf.zeros([1]), name='b'),
        }
        self.out = self.model()
        self.loss = tf.reduce_mean(tf.square(self.out - 1.0))
        self.saver = tf.train.Saver()

    def model(self):
        return tf.matmul(self.x, self.layers['w']) + self.layers['b']

    def train(self, rate, steps):
        self.train_op = tf.train.GradientDescentOptimizer(rate).minimize(self.loss)
        tf.global_variables_initializer().run()
        print('restored' if self.load() else 'from the start')
        for step in range(steps):
            _, loss = self.sess.run([self.train_op, self.loss], {self.x: rng.rand(4, self.size)})
            print(step, loss)
            if step % 2:
                self.save(step)
        print(self.out.eval({self.x: np.ones((2, self.size))}))

    def save(self, step):
        self.saver.save(self.sess, os.path.join(folder, 'fit'), global_step=step)

    def load(self):
        latest = tf.train.latest_checkpoint(folder)
        if latest is None:
            return False
        self.saver.restore(self.sess, latest)
        return True


def main():
    with tf.Session() as sess:
        fit = Fit(sess, 3)
        fit.train(0.1, 4)


main()
print(sorted(name for name, _ in tf.train.list_variables(folder)))
shutil.rmtree(folder)
