# expect: native, parity
"""A class that keeps its settings when it is made, and builds, trains and predicts in one call of a method."""

import numpy as np
import tensorflow as tf


class Recurrent:
    def __init__(self, width, activation=tf.tanh):
        self.width = width
        self.activation = activation

    def initial(self, n, m):
        return np.linspace(-0.5, 0.5, n * m).reshape(n, m).astype(np.float32)

    def make_output(self, d):
        self.v = tf.Variable(self.initial(self.width, d))
        self.b = tf.Variable(tf.zeros([d]))

    def read_out(self, h):
        return tf.matmul(h, self.v) + self.b

    def fit(self, rows, wanted, rate=0.05, epochs=3):
        n, d = rows.shape
        width = self.width
        self.make_output(1)
        # what is carried along the rows
        self.w = tf.Variable(self.initial(d, width))
        self.u = tf.Variable(self.initial(width, width))
        self.start = tf.Variable(np.zeros(width, np.float32))
        x = tf.placeholder(tf.float32, [None, d], name='x')
        y = tf.placeholder(tf.float32, [None, 1], name='y')

        def recur(h, row):
            return tf.reshape(self.activation(row + tf.matmul(tf.reshape(h, [1, width]), self.u)), [width])

        out = self.read_out(tf.scan(recur, tf.matmul(x, self.w), initializer=self.start))
        cost = tf.reduce_mean(tf.square(out - y))
        train_op = tf.train.AdamOptimizer(rate).minimize(cost)
        saver = tf.train.Saver()
        self.costs = []
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for i in range(epochs):
                _, value = sess.run([train_op, cost], feed_dict={x: rows, y: wanted})
                self.costs.append(value)
                print(i, value)
            return sess.run(out, {x: rows})

    def best(self):
        return self.width


def main():
    rows = np.linspace(-2, 2, 12).reshape(6, 2).astype(np.float32)
    net = Recurrent(3)
    print(net.fit(rows, rows[:, :1] * 2), net.best())


if __name__ == '__main__':
    main()
