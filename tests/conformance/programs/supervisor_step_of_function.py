# expect: compat, parity
"""A function gives the variable that counts the steps, which a Supervisor is told."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def counter():
    found = tf.get_collection('counters')
    if found:
        return found[0]
    made = tf.get_variable('steps', [], tf.int64, tf.zeros_initializer(), trainable=False)
    tf.add_to_collection('counters', made)
    return made


def main():
    step = counter()
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    rate = tf.train.exponential_decay(0.1, step, 1, 0.5)
    train_op = tf.train.AdamOptimizer(rate).minimize(loss, global_step=counter())
    supervisor = tf.train.Supervisor(logdir=folder, save_model_secs=0, summary_op=None, global_step=step)
    with supervisor.managed_session() as sess:
        for _ in range(3):
            _, value, at = sess.run([train_op, loss, step], {x: np.ones((2, 3))})
            print(at, value)
        supervisor.saver.save(sess, os.path.join(folder, 'model'), global_step=at)
    print(os.path.basename(tf.train.latest_checkpoint(folder)))


main()
