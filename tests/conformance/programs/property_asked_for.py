# expect: SES208
"""Whether an object has an attribute is asked, by which its property counts: the graph has read the number."""

import numpy as np
import tensorflow as tf


class Task(object):
    asked = 2.0

    @property
    def weight(self):
        Task.asked += 1.0
        return 1.0


task = Task()
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * Task.asked
print(hasattr(task, 'weight'))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
