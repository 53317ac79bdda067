# expect: wrapped, parity
"""A supervisor that saves by hand, calls a function beside the steps, and resumes."""

import os
import tempfile
import threading

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer('steps', 4, 'Steps of each run.')
flags.DEFINE_string('folder', tempfile.mkdtemp(), 'Where to save.')
FLAGS = flags.FLAGS


def build():
    x = tf.placeholder(tf.float32, [None, 2], name='x')
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.2))
    step = tf.train.create_global_step()
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 0.5))
    train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss, global_step=step)
    tf.summary.scalar('loss', loss)
    return x, loss, train_op


def main(_):
    rng = np.random.RandomState(3)
    called = threading.Event()
    for _ in range(2):
        with tf.Graph().as_default():
            x, loss, train_op = build()
            merged = tf.summary.merge_all()
            sv = tf.train.Supervisor(logdir=FLAGS.folder, summary_op=None, save_model_secs=0)
            with sv.managed_session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
                sv.loop(60, called.set)
                for _ in range(FLAGS.steps):
                    if sv.should_stop():
                        break
                    value, text, _ = sess.run([loss, merged, train_op], {x: rng.rand(6, 2)})
                    print(value)
                    sv.summary_computed(sess, text)
                print('at', tf.train.global_step(sess, sv.global_step))
                sv.saver.save(sess, os.path.join(FLAGS.folder, 'model.ckpt'), global_step=sv.global_step)
                called.wait(30)
                sv.request_stop()
    print(called.is_set(), os.path.basename(tf.train.latest_checkpoint(FLAGS.folder)))


if __name__ == '__main__':
    tf.app.run()
