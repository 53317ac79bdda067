# expect: SES209
"""Seeded random numbers go on from run to run, whatever a hook asks for beside some of them."""

import tensorflow as tf


def noise():
    return tf.random_normal([2], seed=3)


step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w + noise()))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=2), tf.train.StopAtStepHook(last_step=5)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        _, at = session.run([train_op, w])
        print(at)
