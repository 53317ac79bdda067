# expect: compat
"""Objects in a list count how often they were asked; their method has the name of a variable's own."""

import tensorflow as tf


class Follower(object):
    def __init__(self, variable):
        self.variable = variable
        self.asked = 0

    def assign(self, value):
        self.asked += 1
        return self.variable.assign(value * self.asked)


a = tf.get_variable("a", [], initializer=tf.constant_initializer(1.0))
b = tf.get_variable("b", [], initializer=tf.constant_initializer(2.0))
followers = [Follower(a), Follower(b)]
first = [follower.assign(3.0) for follower in followers]
second = [follower.assign(3.0) for follower in followers]

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(first)
    sess.run(second)
    print(sess.run(a), sess.run(b))
