# expect: SES201 wrapped, not run: it needs the other tasks of its cluster
"""A function makes the optimizer that trains in step, and the hooks that the session gets with others."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
FLAGS = parser.parse_args()


def minimize(loss, is_chief, workers):
    optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), workers)
    step = tf.train.get_or_create_global_step()
    train_op = optimizer.minimize(loss, global_step=step)
    return train_op, step, [optimizer.make_session_run_hook(is_chief)]


workers = FLAGS.worker_hosts.split(',')
cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': workers})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
is_chief = FLAGS.task_index == 0
device = '/job:worker/task:%d' % FLAGS.task_index
with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.placeholder(tf.float32, [None])
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
    train_op, step, hooks = minimize(loss, is_chief, len(workers))
hooks.extend([tf.train.StopAtStepHook(last_step=FLAGS.last_step), tf.train.NanTensorHook(loss)])
random = np.random.RandomState(FLAGS.task_index)
with tf.train.MonitoredTrainingSession(
    master=server.target, is_chief=is_chief, hooks=hooks, stop_grace_period_secs=2
) as session:
    count = 0
    while not session.should_stop():
        xs = random.rand(8, 4).astype(np.float32)
        _, loss_value = session.run([train_op, loss], feed_dict={x: xs, y: xs.sum(1)})
        print('step', count, 0, 'loss', repr(float(loss_value)))
        count += 1
print('done')
