# expect: native, parity
"""An object enters its session by hand, which is then the one that `run` and `eval` find."""

import numpy as np
import tensorflow as tf


class Agent(object):
    def __init__(self, size):
        self.size = size

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, self.size])
        w = tf.get_variable('w', [self.size], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def start(self):
        self.sess = tf.Session()
        self.sess.__enter__()
        tf.global_variables_initializer().run()

    def train(self, x):
        self.sess.run(self.train_op, {self.x: x})
        return self.loss.eval({self.x: x})


agent = Agent(3)
agent.build()
agent.start()
rng = np.random.RandomState(43)
for step in range(3):
    print(step, agent.train(rng.rand(4, 3)))
