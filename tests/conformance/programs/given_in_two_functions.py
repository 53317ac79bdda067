# expect: native, parity
"""One of two functions runs, each of which makes an object of the class and gives it its session."""

import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

PATH = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(51)


class Model(object):
    def __init__(self, sess, rate):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.3))
        self.out = tf.reduce_sum(self.x * w, 1)
        self.loss = tf.reduce_mean(tf.square(self.out - 1))
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]

    def predict(self, x):
        return self.sess.run(self.out, {self.x: x})


def train(steps):
    with tf.Session() as sess:
        model = Model(sess, 0.1)
        sess.run(tf.global_variables_initializer())
        for step in range(steps):
            print(step, model.train(rng.rand(4, 3)))
        model.saver.save(sess, PATH)


def test():
    session = tf.Session()
    model = Model(session, rate=0.0)
    model.saver.restore(session, PATH)
    print(model.predict(rng.rand(2, 3)))


def main():
    if len(sys.argv) > 1 and sys.argv[1] == 'test':
        test()
    else:
        train(3)


if __name__ == '__main__':
    main()
