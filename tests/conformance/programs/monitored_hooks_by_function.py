# expect: compat, parity
"""A function that builds the train op and makes a hook, of which the caller makes a longer list."""

import tensorflow as tf


def training(loss, rate, last_step=4):
    # What each step counts.
    step = tf.train.get_or_create_global_step()
    optimizer = tf.train.MomentumOptimizer(rate, 0.9)
    train_op = optimizer.minimize(loss, global_step=step)
    return train_op, step, [tf.train.StopAtStepHook(last_step=last_step)]


w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op, count, hooks = training(loss, rate=0.1)
hooks.extend([tf.train.NanTensorHook(loss)])
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss, count])[1:])
