# expect: SES208
"""Flags are parsed again between what the graph reads of them and its run."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_float('scale', 2.0, 'What the loss is multiplied by.')
FLAGS = tf.app.flags.FLAGS
FLAGS(['train'])
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * FLAGS.scale
FLAGS(['train', '--scale=5'])
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
