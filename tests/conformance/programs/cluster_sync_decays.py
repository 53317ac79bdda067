# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A function makes a model, then the step by which the rate of its optimizer decays, and a hook for a list."""

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


def layer(inputs, size):
    with tf.variable_scope('layer'):
        w = tf.get_variable('w', [4, size], initializer=tf.constant_initializer(0.5))
        b = tf.get_variable('b', [size], initializer=tf.zeros_initializer())
        return tf.matmul(inputs, w) + b


def build(x, y, replicas, is_chief):
    loss = tf.reduce_mean(tf.square(tf.squeeze(layer(x, 1), 1) - y))
    step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(0.2, step, 5, 0.5)
    optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(rate), replicas)
    hook = optimizer.make_session_run_hook(is_chief)
    return loss, optimizer.minimize(loss, global_step=step), step, hook


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
    loss, train_op, step, sync = build(x, y, len(workers), is_chief)
    hooks = [sync, tf.train.StopAtStepHook(last_step=FLAGS.last_step)]
random = np.random.RandomState(FLAGS.task_index)
with tf.train.MonitoredTrainingSession(
    master=server.target, is_chief=is_chief, hooks=hooks, stop_grace_period_secs=2
) as session:
    while not session.should_stop():
        xs = random.rand(8, 4).astype(np.float32)
        _, loss_value, count = session.run([train_op, loss, step], feed_dict={x: xs, y: xs.sum(1)})
        print('step', int(count), 0, 'loss', repr(float(loss_value)))
print('done')
