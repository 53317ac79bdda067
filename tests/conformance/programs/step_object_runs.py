# expect: compat, parity
"""An agent that builds its network in one method, and runs it in others."""

import numpy as np
import tensorflow as tf


class Agent(object):
    def __init__(self, size, rate=0.05):
        self.size = size
        self.rate = rate
        self.memory = []
        self._build()
        self.global_step = tf.Variable(0, trainable=False, name='global_step')
        self.train_op = tf.train.AdamOptimizer(self.rate).minimize(self.loss, global_step=self.global_step)
        self.saver = tf.train.Saver()
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def _build(self):
        self.x = tf.placeholder(tf.float32, [None, self.size])
        self.target = tf.placeholder(tf.float32, [None, 1])
        with tf.variable_scope('net'):
            hidden = tf.layers.dense(
                self.x, 5, tf.nn.tanh, kernel_initializer=tf.constant_initializer(0.1), name='hidden'
            )
            self.value = tf.layers.dense(hidden, 1, kernel_initializer=tf.constant_initializer(0.3), name='out')
        self.loss = tf.reduce_mean(tf.square(self.value - self.target))

    def remember(self, state, reward):
        self.memory.append((state, reward))

    def act(self, state):
        return float(self.sess.run(self.value, feed_dict={self.x: state[np.newaxis, :]})[0, 0])

    def learn(self):
        states, rewards = zip(*self.memory)
        self.memory = []
        _, loss, step = self.sess.run(
            [self.train_op, self.loss, self.global_step],
            {self.x: np.vstack(states), self.target: np.array(rewards).reshape(-1, 1)},
        )
        return loss, step


agent = Agent(3)
rng = np.random.RandomState(8)
for episode in range(5):
    for _ in range(4):
        state = rng.rand(3)
        agent.remember(state, state.sum() - agent.act(state))
    print(episode, *agent.learn())
