# expect: SES201
"""A hook that logs tensors under their own names, which values outside of a graph have not."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w), name='loss')
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.LoggingTensorHook([loss], every_n_iter=1), tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        session.run(train_op)
