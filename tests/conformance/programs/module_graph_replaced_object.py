# expect: lower, not run: the original ends with ValueError: Variable w/Adam_2/ does not exist, or was not created with t
"""The model that a function feeds by its name becomes another one, between two runs."""


import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
X = rng.rand(12, 3).astype(np.float32)
Y = X.sum(1).astype(np.float32)


class Model(object):
    def __init__(self, rate):
        self.x = tf.placeholder(tf.float32, [None, 3], name='x')
        self.y = tf.placeholder(tf.float32, [None], name='y')
        self.keep = tf.placeholder(tf.float32, name='keep')
        self.build(rate)

    def build(self, rate):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
        self.out = tf.matmul(self.x * self.keep, w)[:, 0]
        self.loss = tf.reduce_mean(tf.square(self.out - self.y))
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)


def feed_data(x, y, keep):
    feed_dict = {model.x: x, model.y: y, model.keep: keep}
    return feed_dict


def train(steps):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    for step in range(steps):
        print(session.run([model.train_op, model.loss], feed_dict=feed_data(X, Y, 0.5))[1])


if __name__ == '__main__':
    model = Model(0.1)
    train(2)
    tf.get_variable_scope().reuse_variables()
    model = Model(0.2)
    train(2)
