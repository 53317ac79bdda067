# expect: compat, parity
"""`__init__` builds the graph, and another method opens the session: it trains, and may do so again."""

import numpy as np
import tensorflow as tf


class Trainer(object):
    def __init__(self, rate):
        x = tf.placeholder(tf.float32, [None, 3])
        hidden = tf.layers.dense(x, 4, tf.nn.relu, kernel_initializer=tf.constant_initializer(0.3))
        loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1, kernel_initializer=tf.constant_initializer(0.2))))
        self.train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)
        self.x = x
        self.loss = loss

    def fit(self, steps):
        rng = np.random.RandomState(3)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(steps):
                values = sess.run({"loss": self.loss, "train": self.train_op}, {self.x: rng.rand(5, 3)})
                print(step, values["loss"])

    def evaluate(self):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            print(sess.run(self.loss, {self.x: np.ones([2, 3])}))


trainer = Trainer(0.1)
trainer.fit(3)
trainer.evaluate()
trainer.fit(2)
