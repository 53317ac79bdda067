# expect: SES218
"""Averages that are kept in a variable scope have its name in front."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model.ckpt')
rng = np.random.RandomState(75)
x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('fc'):
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
opt_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
ema = tf.train.ExponentialMovingAverage(0.5)
with tf.variable_scope('shadow'), tf.control_dependencies([opt_op]):
    train_op = ema.apply(tf.trainable_variables())
saver = tf.train.Saver({ema.average_name(v): v for v in tf.trainable_variables()})
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        bx = rng.rand(4, 3)
        print(step, sess.run([train_op, loss], {x: bx})[1])
    saver.save(sess, path)
print(sorted(name for name, _ in tf.train.list_variables(path)))
