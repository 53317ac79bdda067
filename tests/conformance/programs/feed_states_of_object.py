# expect: compat, parity
"""An object's state is fed in a structure of tuples, with what a function says for the object."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [2, 3, size])
        self.goal = tf.placeholder(tf.float32, [2, 3, size])
        cell = tf.nn.rnn_cell.LSTMCell(size, initializer=tf.constant_initializer(0.1))
        self.start = [cell.zero_state(2, tf.float32)]
        outputs, end = tf.nn.static_rnn(cell, tf.unstack(self.x, axis=1), initial_state=self.start[0])
        self.end = [end]
        self.loss = tf.reduce_mean(tf.square(tf.stack(outputs, axis=1) - self.goal))


def part_of(batch, model, factors):
    fed = {model.x: batch}
    for holder, factor in [(model.goal, factors[0])]:
        fed.update({holder: batch * factor})
    return fed


def test(goes_on):
    numbers = np.random.RandomState(7)
    with tf.Session() as sess:
        with tf.device('/gpu:0'), tf.variable_scope('lm'):
            model = Model(3)
        sess.run(tf.global_variables_initializer())
        starts = model.start
        ends = model.end
        feed = {model.x: np.zeros([2, 3, 3])}
        if goes_on:
            feed.update({model.goal: np.zeros([2, 3, 3])})
        state = sess.run(starts, feed_dict=feed)
        for _ in range(3):
            feed = {t: v for t, v in zip(starts, state)}
            feed.update(part_of(numbers.rand(2, 3, 3), model, factors=(2.0,)))
            loss, state = sess.run([model.loss, ends], feed_dict=feed)
            print(loss, state[0].c.sum())


test(goes_on=True)
