# expect: compat, parity
"""A network is made before the object that trains it, and passed to that; its parts are fed and fetched there."""

import numpy as np
import tensorflow as tf


class Net(object):
    def __init__(self, size):
        self.size = size
        self.images = tf.placeholder(tf.float32, [None, size])
        self.labels = tf.placeholder(tf.float32, [None, 1])
        self.total_loss = tf.reduce_mean(tf.square(self.build(self.images) - self.labels))

    def build(self, images):
        weights = tf.get_variable('weights', [self.size, 1], initializer=tf.ones_initializer())
        return tf.matmul(images, weights)


class Data(object):
    def __init__(self, seed):
        self.random = np.random.RandomState(seed)

    def get(self):
        return self.random.rand(4, 3), self.random.rand(4, 1)


class Solver(object):
    def __init__(self, net, data, steps=4):
        self.data = data
        self.steps = steps
        self.net = net
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.net.total_loss)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def train(self):
        for step in range(self.steps):
            images, labels = self.data.get()
            feed_dict = {self.net.images: images, self.net.labels: labels}
            if step % 2:
                loss, _ = self.session.run([self.net.total_loss, self.train_op], feed_dict=feed_dict)
                print(step, loss)
            else:
                self.session.run(self.train_op, feed_dict=feed_dict)


def main():
    # What is trained.
    net = Net(3)
    data = Data(41)
    solver = Solver(net=net, data=data)
    print('training')
    solver.train()


if __name__ == '__main__':
    main()
