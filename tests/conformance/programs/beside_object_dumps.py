# expect: wrapped, parity
"""A function that the program calls beside its object reads the variables from the graph and the session."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(41)


class Agent(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)
        self.sess = tf.InteractiveSession()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


class Log(object):
    def __init__(self):
        self.rows = []

    def dump(self):
        self.rows.append({v.name: v.eval() for v in tf.global_variables()})


def main():
    agent, log = Agent(), Log()
    for _ in range(2):
        print(agent.train(rng.rand(4, 3)))
        log.dump()
    print(log.rows)


main()
