# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A function that the loop calls ends in a condition, under which variables start anew, or do not."""

import sys

import tensorflow as tf


def begin(session, init, anew):
    print('begins')
    if anew:
        session.run(init)


index = int(sys.argv[2])
cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=index)
if sys.argv[1] == 'ps':
    server.join()
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    init = tf.global_variables_initializer()
supervisor = tf.train.Supervisor(is_chief=index == 0, global_step=step)
with supervisor.managed_session(server.target) as session:
    begin(session, init, index == 0)
    for _ in range(3):
        print(session.run([train_op, loss]))
