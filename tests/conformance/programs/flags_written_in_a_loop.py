# expect: SES252
"""A flag is set among statements that build the graph; code behind the block, which no step needs, reads it."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_float('depth', 0.5, 'how deep the network came out')
FLAGS = tf.app.flags.FLAGS


def main():
  x = tf.placeholder(tf.float32, [None, 3], name='x')
  y = tf.placeholder(tf.float32, [None], name='y')
  h = x
  for layer in range(2):
    FLAGS.depth = layer + 1.0
    h = tf.layers.dense(h, 3, tf.tanh, kernel_initializer=tf.constant_initializer(0.3))
  loss = tf.reduce_mean(tf.square(tf.reduce_sum(h, 1) - y))
  train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
  rng = np.random.RandomState(0)
  with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
      batch = rng.rand(5, 3)
      _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1)})
      print(step, value)


main()
print('as deep as', FLAGS.depth)
