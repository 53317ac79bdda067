# expect: wrapped, parity
"""Monitored sessions from a creator and a manager that the program names itself."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
rng = np.random.RandomState(11)


def network():
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    return x, loss, tf.train.AdagradOptimizer(0.2).minimize(loss, tf.train.get_or_create_global_step())


with tf.Graph().as_default():
    x, loss, train_op = network()
    creator = tf.train.ChiefSessionCreator(checkpoint_dir=folder)
    saving = tf.train.CheckpointSaverHook(folder, save_steps=2, checkpoint_basename='kept')
    session = tf.train.MonitoredSession(session_creator=creator, hooks=[saving])
    for _ in range(3):
        print(session.run([loss, train_op], feed_dict={x: rng.rand(3, 2)})[0])
    session.close()

print(os.path.basename(tf.train.latest_checkpoint(folder)))
with tf.Graph().as_default():
    x, loss, train_op = network()
    manager = tf.train.SessionManager(local_init_op=tf.local_variables_initializer(),
                                      ready_op=tf.report_uninitialized_variables())
    with manager.prepare_session('', tf.global_variables_initializer(), saver=tf.train.Saver(),
                                 checkpoint_dir=folder) as session:
        print(session.run(tf.train.get_global_step()))
        for _ in range(2):
            print(session.run([loss, train_op], feed_dict={x: rng.rand(3, 2)})[0])
