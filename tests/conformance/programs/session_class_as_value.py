# expect: SES212
"""A class of sessions that is passed on, and called by whoever got it."""

import tensorflow as tf


class Model(object):
  def __init__(self):
    self.x = tf.placeholder(tf.float32, [2])
    self.w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
    self.loss = tf.reduce_sum(tf.square(self.w - self.x))
    self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

  def fit(self, make):
    with make() as sess:
      sess.run(tf.global_variables_initializer())
      for step in range(3):
        _, value = sess.run([self.train, self.loss], feed_dict={self.x: [1.0, 2.0]})
        print(step, value)


Model().fit(tf.Session)
