# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Each branch makes its own server, that of the workers comes first, and what they do ends behind it."""

import sys

import tensorflow as tf

hosts = {'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']}
cluster = tf.train.ClusterSpec(hosts)
if 'ps' not in sys.argv:
    server = tf.train.Server(cluster, job_name='worker', task_index=0)
    setter = tf.train.replica_device_setter(ps_tasks=len(hosts['ps']), worker_device='/job:worker/task:0')
    with tf.device(setter):
        step = tf.train.get_or_create_global_step()
        w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
        loss = tf.reduce_sum(tf.square(w))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    target = server.target
else:
    with tf.device('/cpu:0'):
        server = tf.train.Server(cluster, job_name='ps', task_index=0)
        server.join()

with tf.train.MonitoredTrainingSession(master=target, hooks=[tf.train.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
