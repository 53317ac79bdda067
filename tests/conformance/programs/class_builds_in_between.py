# expect: compat
"""A class that sets its sizes, builds two networks in a method, and builds on behind the call of that."""

import numpy as np
import tensorflow as tf

TRAINED = ['online', tf.GraphKeys.GLOBAL_VARIABLES, tf.GraphKeys.TRAINABLE_VARIABLES]


class Agent:
    def __init__(self, features, actions):
        self.features, self.actions = features, actions
        self.costs = []
        self._build()
        goal = tf.get_collection('goal')
        online = tf.get_collection('online')
        self.replace = [tf.assign(to, by) for to, by in zip(goal, online)]
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def _layer(self, x, names):
        start = tf.constant_initializer(0.1)
        w = tf.get_variable('w', [self.features, self.actions], initializer=start, collections=names)
        return tf.matmul(x, w)

    def _build(self):
        self.x = tf.placeholder(tf.float32, [None, self.features])
        self.then = tf.placeholder(tf.float32, [None, self.features])
        self.aim = tf.placeholder(tf.float32, [None, self.actions])
        with tf.variable_scope('online'):
            self.value = self._layer(self.x, TRAINED)
        with tf.variable_scope('loss'):
            self.loss = tf.reduce_mean(tf.squared_difference(self.aim, self.value))
        with tf.variable_scope('train'):
            self.train_op = tf.train.RMSPropOptimizer(0.01).minimize(self.loss)
        with tf.variable_scope('goal'):
            self.goal = self._layer(self.then, ['goal', tf.GraphKeys.GLOBAL_VARIABLES])

    def choose(self, state):
        return int(np.argmax(self.sess.run(self.value, {self.x: state[np.newaxis, :]})))

    def learn(self, data, then, replaces):
        if replaces:
            self.sess.run(self.replace)
        goal, value = self.sess.run([self.goal, self.value], {self.then: then, self.x: data})
        aim = value.copy()
        aim[:, 0] = 1.0 + 0.9 * goal.max(1)
        _, cost = self.sess.run([self.train_op, self.loss], {self.x: data, self.aim: aim})
        self.costs.append(cost)


agent = Agent(3, 2)
data = np.random.RandomState(0).rand(4, 3)
for step in range(4):
    agent.learn(data, data + 0.5, step % 2 == 0)
print(agent.costs, agent.choose(data[0]))
