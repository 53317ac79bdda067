# expect: native, parity
"""A saver that is given the variable which counts the steps, where that is made in the steps, behind others."""

import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
hidden = tf.layers.dense(tf.ones([2, 2]), 1, name='hidden')
step = tf.Variable(0, trainable=False, name='steps')
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w)) + tf.reduce_sum(hidden)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
names = [one.name for one in tf.trainable_variables()]
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        session.run(train_op)
        print(saver.save(session, path, global_step=step)[-7:], session.run(step))
        session.run(train_op)
