# expect: native, parity
"""Two classes share a session: one learns from what the other says."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Actor(object):
    def __init__(self, sess, rate=0.05):
        self.sess = sess
        self.state = tf.placeholder(tf.float32, [1, 3], 'state')
        self.error = tf.placeholder(tf.float32, None, 'error')
        with tf.variable_scope('Actor'):
            hidden = tf.layers.dense(self.state, 4, tf.nn.tanh, kernel_initializer=tf.constant_initializer(0.1))
            self.action = tf.layers.dense(hidden, 1, kernel_initializer=tf.constant_initializer(0.2))
        with tf.variable_scope('train'):
            self.train_op = tf.train.AdamOptimizer(rate).minimize(-tf.reduce_mean(self.action * self.error))

    def learn(self, state, error):
        self.sess.run(self.train_op, {self.state: state, self.error: error})

    def act(self, state):
        return self.sess.run(self.action, {self.state: state})


class Critic(object):
    def __init__(self, sess, rate=0.1):
        self.sess = sess
        self.state = tf.placeholder(tf.float32, [1, 3], 'state')
        self.reward = tf.placeholder(tf.float32, None, 'reward')
        with tf.variable_scope('Critic'):
            self.value = tf.layers.dense(self.state, 1, kernel_initializer=tf.constant_initializer(0.3))
        self.error = self.reward - self.value
        with tf.variable_scope('train'):
            self.train_op = tf.train.AdamOptimizer(rate).minimize(tf.square(self.error))

    def learn(self, state, reward):
        error, _ = self.sess.run([self.error, self.train_op], {self.state: state, self.reward: reward})
        return error[0, 0]


sess = tf.Session()
actor = Actor(sess)
critic = Critic(sess)
sess.run(tf.global_variables_initializer())
for step in range(5):
    state = rng.rand(1, 3)
    action = actor.act(state)
    error = critic.learn(state, float(action[0, 0]))
    actor.learn(state, error)
    print(step, action, error)
