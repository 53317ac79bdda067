# expect: compat
"""Methods open a session under the same name, and give it others."""

import numpy as np
import tensorflow as tf


class Counter(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [2])
        self.w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
        self.y = self.x * self.w
        self.grow = tf.assign_add(self.w, self.x)

    def train(self, steps):
        self.session = tf.Session()
        with self.session as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(steps):
                print(sess.run(self.grow, {self.x: np.ones(2)}))

    def start(self):
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def show(self):
        sess = self.session
        return sess.run(self.y, {self.x: [3.0, 4.0]})


counter = Counter()
counter.train(2)
counter.start()
print(counter.show())
