# expect: compat, parity
"""A session with hooks on a server of this process alone."""

import tensorflow as tf

server = tf.train.Server.create_local_server()
step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=4)]
with tf.train.MonitoredTrainingSession(master=server.target, hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
