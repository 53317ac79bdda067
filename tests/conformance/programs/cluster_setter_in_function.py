# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A function enters a setter of devices itself, by which the variables that it makes are on the servers."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
FLAGS = parser.parse_args()


def predicted(x, cluster):
    device = '/job:worker/task:%d' % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
        return tf.squeeze(tf.matmul(x, w) + b, 1)


cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None])
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(predicted(x, cluster) - y))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=8)]
random = np.random.RandomState(FLAGS.task_index)
is_chief = FLAGS.task_index == 0
with tf.train.MonitoredTrainingSession(master=server.target, is_chief=is_chief, hooks=hooks) as session:
    while not session.should_stop():
        xs = random.rand(8, 4).astype(np.float32)
        _, value = session.run([train_op, loss], {x: xs, y: xs.sum(1)})
        print('loss', repr(float(value)))
print('done')
