# expect: compat, parity
"""Lists of hooks that are added to each other before a session with hooks is given them."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=4)] + [tf.train.NanTensorHook(loss)]
hooks = hooks + [tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=2)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
