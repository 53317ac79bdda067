# expect: CLU202 wrapped, not run: it needs the other tasks of its cluster
"""One worker has the towers of its graph computed by all, which only serve."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
FLAGS = parser.parse_args()

hosts = {'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')}
server = tf.train.Server(tf.train.ClusterSpec(hosts), job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps' or FLAGS.task_index > 0:
    server.join()

x = tf.placeholder(tf.float32, [8, 4])
with tf.device('/job:ps/task:0'):
    w = tf.get_variable('w', [4, 1], initializer=tf.truncated_normal_initializer(seed=3))
losses = []
for index, part in enumerate(tf.split(x, len(hosts['worker']))):
    with tf.device('/job:worker/task:%d' % index):
        losses.append(tf.reduce_mean(tf.square(tf.matmul(part, w) - tf.reduce_sum(part, 1, keep_dims=True))))
loss = tf.add_n(losses) / len(losses)
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
random = np.random.RandomState(1)
with tf.Session(server.target) as session:
    session.run(tf.global_variables_initializer())
    for count in range(20):
        _, loss_value, parts = session.run([train_op, loss, losses], {x: random.rand(8, 4)})
        print('step', count, len(parts), 'loss', repr(float(loss_value)))
print('done')
