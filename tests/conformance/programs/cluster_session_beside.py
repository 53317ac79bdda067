# expect: lower, not run: it needs the other tasks of its cluster
"""A server, and a session of this machine alone: its variables are nobody else's."""

import sys

import tensorflow as tf

cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=0)
if sys.argv[1] == 'ps':
    server.join()
step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
with tf.train.MonitoredTrainingSession(hooks=[tf.train.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
