# expect: SES215
"""A function evaluates in a session of its own, from a checkpoint, while another session trains the graph."""

import os
import tempfile

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
path = os.path.join(tempfile.mkdtemp(), "first")
data = np.random.RandomState(4).rand(6, 3)


def first_loss():
    with tf.Session() as sess:
        saver.restore(sess, path)
        return sess.run(loss, {x: data})


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.save(sess, path)
    for step in range(3):
        value = sess.run([train_op, loss], {x: data})[1]
        print("%d %.5f" % (step, value))
        if step == 1:
            print("first %.5f" % first_loss())
