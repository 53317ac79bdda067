# expect: native, parity
"""A Supervisor is asked for its writer, its saver, its step and its coordinator, which that for steps has, too."""

import os
import tempfile

import numpy as np
import tensorflow as tf

global_step = tf.train.get_or_create_global_step()
x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
tf.summary.scalar('loss', loss)
merged = tf.summary.merge_all()
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, global_step=global_step)
sv = tf.train.Supervisor(logdir=tempfile.mkdtemp(), summary_op=None, save_model_secs=0)
random = np.random.RandomState(3)
with sv.managed_session() as sess:
    for number in range(6):
        if sv.coord.should_stop():
            break
        _, loss_value, summary, step = sess.run([train_op, loss, merged, global_step], {x: random.rand(8, 4)})
        sv.summary_writer.add_summary(summary, step)
        print(step, loss_value)
        if sv.is_chief and number == 2:
            saved = sv.saver.save(sess, sv.save_path, global_step=sv.global_step)
            print(os.path.basename(saved), os.path.basename(sv.save_path), sv.save_model_secs)
    sv.saver.restore(sess, saved)
    print(sess.run(loss, {x: np.ones([2, 4])}))
    print(os.path.basename(sv.saver.save(sess, sv.save_path, 7)))
