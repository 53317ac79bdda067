# expect: SES215 wrapped
"""What an object keeps initialises no variable that is made behind it, when it is run again."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.init_op = tf.global_variables_initializer()


model = Model()
scale = tf.Variable(2.0, name='scale')
total = model.loss * scale
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(total)
with tf.Session() as sess:
    sess.run([model.init_op, scale.initializer])
    for step in range(2):
        print(sess.run([train_op, total, scale], {model.x: np.eye(4)})[1:])
    sess.run(model.init_op)
    print(sess.run([total, scale], {model.x: np.eye(4)}))
