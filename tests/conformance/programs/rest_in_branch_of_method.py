# expect: native, parity
"""A method that trains under a condition, and tells behind it what it has seen; in it, a `try` around the session."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, turns):
        self.turns = turns
        self.losses = []

    def train(self):
        if self.turns > 0:
            x = tf.placeholder(tf.float32, [None, 3])
            w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
            train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
            try:
                with tf.Session() as session:
                    session.run(tf.global_variables_initializer())
                    for _ in range(self.turns):
                        value, _ = session.run([loss, train_op], {x: np.eye(3)})
                        self.losses.append(value)
            finally:
                print(len(self.losses))
        return self.losses


print(Trainer(3).train())
