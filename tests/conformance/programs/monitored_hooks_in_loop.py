# expect: SES201
"""Hooks are made in a loop, each for another tensor of one name."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=3)]
for name, part in [('loss', loss), ('half', loss / 2.0)]:
    hooks.append(tf.train.LoggingTensorHook({'part': part}, every_n_iter=1))
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        session.run(train_op)
