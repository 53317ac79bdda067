# expect: SES218
"""A checkpoint is found by the file of its graph, which a saver writes beside the values."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model")
data = np.random.RandomState(4).rand(6, 3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()

for _ in range(2):
    with tf.Session() as sess:
        if os.path.exists(path + ".meta"):
            saver.restore(sess, path)
        else:
            sess.run(tf.global_variables_initializer())
        for step in range(2):
            print("%d %.5f" % (step, sess.run([train_op, loss], {x: data})[1]))
        saver.save(sess, path)
