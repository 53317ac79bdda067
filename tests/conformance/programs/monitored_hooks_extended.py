# expect: compat, parity
"""Hooks that are added to a list, all at once and by a sum, before a session is given them."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=4)]
hooks.extend([tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=2)])
hooks += [tf.train.NanTensorHook(loss)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
