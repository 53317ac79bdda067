# expect: compat, parity
"""A session with hooks that is opened first, and entered later: its end is where that block ends."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
session = tf.train.MonitoredTrainingSession(hooks=[tf.train.StopAtStepHook(last_step=3)])
with session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
