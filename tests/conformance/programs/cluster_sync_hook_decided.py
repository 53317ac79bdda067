# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A flag decides whether workers train in step, and with that on a hook of their session."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
parser.add_argument('--in_step', action='store_true')
FLAGS = parser.parse_args()

workers = FLAGS.worker_hosts.split(',')
cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': workers})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
is_chief = FLAGS.task_index == 0
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    global_step = tf.train.get_or_create_global_step()
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.placeholder(tf.float32, [None])
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
    optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
    hooks = [tf.train.StopAtStepHook(last_step=FLAGS.last_step)]
    if FLAGS.in_step:
        print('in step with', len(workers))
        optimizer = tf.train.SyncReplicasOptimizer(optimizer, replicas_to_aggregate=len(workers))
        hooks.append(optimizer.make_session_run_hook(is_chief, num_tokens=0))
    train_op = optimizer.minimize(loss, global_step=global_step)
xs = np.random.RandomState(FLAGS.task_index).rand(8, 4).astype(np.float32)
with tf.train.MonitoredTrainingSession(server.target, is_chief, hooks=hooks) as session:
    while not session.should_stop():
        _, loss_value = session.run([train_op, loss], feed_dict={x: xs, y: xs.sum(1)})
        print('step', 0, 0, 'loss', repr(float(loss_value)))
print('done')
