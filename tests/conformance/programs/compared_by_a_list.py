# expect: SES208
"""A list compares an object of the program, which counts that, and the graph has the number."""

import numpy as np
import tensorflow as tf


class Task(object):
    asked = 1.0

    def __eq__(self, other):
        self.asked += 1.0
        return False


task = Task()
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * task.asked
print('done', ['first', 'second'].count(task))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
