# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A function makes the server, and names no device: variables are on the first task that serves."""

import sys

import tensorflow as tf

CLUSTER = {'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']}


def serve():
    server = tf.train.Server(CLUSTER, job_name=sys.argv[1], task_index=int(sys.argv[2]))
    if sys.argv[1] == 'ps':
        server.join()
    return None, server.target


device, target = serve()
with tf.device(device):
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(target, is_chief=sys.argv[2] == '0', hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
