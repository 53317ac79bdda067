# expect: lower
"""A run gives the variable of one object after another a value."""

import tensorflow as tf


class Net:
    def __init__(self, name):
        self.rate = tf.Variable(0.0, trainable=False, name=name)
        self.twice = self.rate * 2.0


first, second = Net('first'), Net('second')
total = first.twice + second.twice
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(2):
        for net in (first, second):
            sess.run(tf.assign(net.rate, 0.5 * step))
        print(sess.run(total))
