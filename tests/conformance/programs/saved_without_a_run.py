# expect: native
"""Variables that no run needs are saved and restored with the others; an optimizer without slots has none."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model")
x = tf.placeholder(tf.float32, [None, 3])
global_step = tf.train.get_or_create_global_step()
w = tf.get_variable("w", [3, 1], initializer=tf.zeros_initializer())
low, high = tf.Variable(0.5, name="low"), tf.Variable([2.0, 3.0], name="high")
for i in range(2):
    tf.Variable(float(i), name="extra")
with tf.variable_scope("beside"):
    copy = tf.Variable(w.initialized_value() + 1.0, name="copy")
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
unused = tf.train.GradientDescentOptimizer(0.1).minimize(loss * 2.0, global_step=global_step)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: np.eye(3)})[0])
        if step == 0:
            saver.save(sess, path)
    saver.restore(sess, path)
    print(sess.run([loss, train_op], {x: np.eye(3)})[0])
    saver.save(sess, path + "_again")
reader = tf.train.NewCheckpointReader(path + "_again")
for name in sorted(reader.get_variable_to_shape_map()):
    print(name, reader.get_tensor(name).tolist())
