# expect: native
"""The `__init__` of a class leaves a loop with `if last: break`."""

import numpy as np
import tensorflow as tf

class Net(object):
  def __init__(self, depth):
    self.x = tf.placeholder(tf.float32, [None, 3])
    self.y = tf.placeholder(tf.float32, [None])
    h = self.x
    for i in range(5):
      last = i == depth - 1
      w = tf.get_variable('w%d' % i, [3, 3], initializer=tf.constant_initializer(0.3))
      h = tf.matmul(h, w)
      if last:
        break
      h = tf.nn.relu(h)
    self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(h, 1) - self.y))
    self.train_op = tf.train.GradientDescentOptimizer(0.01).minimize(self.loss)
    self.sess = tf.Session()
    self.sess.run(tf.global_variables_initializer())
  def train(self, batch):
    return self.sess.run([self.train_op, self.loss], {self.x: batch, self.y: batch.sum(1)})[1]
net = Net(3)
rng = np.random.RandomState(0)
for step in range(3):
  print(net.train(rng.rand(4, 3)))
