# expect: compat
"""A saver that is made beside a session with hooks, which saves all by its own."""

import tempfile

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
saver = tf.train.Saver({'weights': w})
with tf.train.MonitoredTrainingSession(
    checkpoint_dir=tempfile.mkdtemp(), hooks=[tf.train.StopAtStepHook(last_step=3)]
) as session:
    while not session.should_stop():
        session.run(train_op)
