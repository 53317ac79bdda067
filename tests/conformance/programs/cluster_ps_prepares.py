# expect: lower, not run: it needs the other tasks of its cluster
"""The task that serves builds a part of the graph, and runs it."""

import sys

import tensorflow as tf

index = int(sys.argv[2])
cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=index)
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
if sys.argv[1] == 'ps':
    doubled = tf.assign(w, w * 2.0)
    server.join()
hooks = [tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(master=server.target, is_chief=index == 0, hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
