# expect: native
"""What a method of an object in a list updates, no run asks for: a session leaves it out, and so do steps."""

import numpy as np
import tensorflow as tf


class Counted(object):
    def __init__(self, count):
        self.count = count

    def bump(self, by):
        return self.count.assign_add(by)


x = tf.placeholder(tf.float32, [None, 3], name='x')
count = tf.get_variable('count', [], initializer=tf.constant_initializer(0.5), trainable=False)
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
counted = [Counted(count)]
counted[0].bump(3.0)
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 1.0)) + count * tf.reduce_sum(w)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], {x: rng.rand(5, 3)})
        print(step, value, sess.run(count))
