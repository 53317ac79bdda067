# expect: compat, parity
"""The state of a cell is fed by placeholders with its zero state as their default, in a loop."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4, 5])
        self.make(self.x)

    def make(self, x):
        cells = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(size) for size in (3, 2)])
        zero = cells.zero_state(tf.shape(x)[0], tf.float32)
        self.start = tuple([tf.placeholder_with_default(one, [None, one.shape[1]]) for one in zero])
        outputs, self.end = tf.nn.dynamic_rnn(cells, x, None, self.start)
        self.mean = tf.reduce_mean(outputs)

    def run(self):
        numbers = np.random.RandomState(0)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            state = None
            for _ in range(3):
                feed = {self.x: numbers.rand(2, 4, 5)}
                if state is not None:
                    for i in range(len(state)):
                        feed.update({self.start[i]: state[i]})
                mean, state = sess.run([self.mean, self.end], feed)
                print(mean)


Model().run()
