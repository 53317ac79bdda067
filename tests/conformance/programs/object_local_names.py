# expect: native, parity
"""A method gives its values the names that `__init__` gave parts of the graph: they are local to each."""

import numpy as np
import tensorflow as tf


class Agent:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w)))
        step = tf.train.GradientDescentOptimizer(0.1)
        self.loss = loss
        self.train = step.minimize(loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def learn(self, x, steps):
        for step in range(steps):
            _, loss = self.sess.run([self.train, self.loss], {self.x: x})
            if loss < 0.1:
                break
        if loss < 0.5:
            x = x[: len(x) - step]
        return self.sess.run(self.loss, {self.x: x})


agent = Agent()
numbers = np.random.RandomState(0)
for _ in range(4):
    print(agent.learn(numbers.rand(6, 3), 2))
