# expect: native, parity
"""A Supervisor on one machine, which saves to a folder, and writes the summaries that it is given."""

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
supervisor = tf.train.Supervisor(logdir=tempfile.mkdtemp(), summary_op=None, save_model_secs=60)
random = np.random.RandomState(3)
session = supervisor.prepare_or_wait_for_session()
for _ in range(10):
    if supervisor.should_stop():
        break
    _, loss_value, summary = session.run([train_op, loss, merged], {x: random.rand(8, 4)})
    supervisor.summary_computed(session, summary)
    print(loss_value)
supervisor.stop()
session.close()
