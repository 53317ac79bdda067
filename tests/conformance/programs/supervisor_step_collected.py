# expect: native, parity
"""A Supervisor that finds the step in its collection, in a scope."""

import os
import tempfile
import tensorflow as tf

folder = tempfile.mkdtemp()
x = tf.constant([[1.0, 2.0]])
with tf.variable_scope('train'):
    steps = tf.Variable(0, name='global_step', trainable=False,
                        collections=[tf.GraphKeys.GLOBAL_VARIABLES, tf.GraphKeys.GLOBAL_STEP])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=steps)
sv = tf.train.Supervisor(logdir=folder, summary_op=None, save_model_secs=600)
with sv.managed_session() as sess:
    for i in range(3):
        print(sess.run([train_op, loss, steps])[1:])
    sv.saver.save(sess, sv.save_path, global_step=sv.global_step)
print(sorted(name for name in os.listdir(folder) if name.endswith('.index')))
