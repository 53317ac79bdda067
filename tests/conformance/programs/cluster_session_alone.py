# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A session of a server that nothing looks after: one task initialises the variables, and the others wait."""

import argparse
import time

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--updates', type=int, default=20)
FLAGS = parser.parse_args()


def evaluate(session, loss, feed):
    return float(session.run(loss, feed_dict=feed))


cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()

with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.placeholder(tf.float32, [None])
    w = tf.get_variable('w', [4, 1], initializer=tf.random_normal_initializer(seed=3))
    started = tf.Variable(w.initialized_value(), trainable=False, name='started')
    loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
    moved = tf.reduce_sum(tf.square(w - started))
    global_step = tf.train.get_or_create_global_step()
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=global_step)
init = tf.global_variables_initializer()
missing = tf.report_uninitialized_variables()

random = np.random.RandomState(FLAGS.task_index)
xs = random.rand(8, 4).astype(np.float32)
with tf.Session(server.target, config=tf.ConfigProto(allow_soft_placement=True)) as session:
    if FLAGS.task_index == 0:
        print('missing', len(session.run(missing)))
        session.run(init)
    while len(session.run(missing)) > 0:
        time.sleep(0.1)
    for _ in range(FLAGS.updates):
        _, loss_value = session.run([train_op, loss], feed_dict={x: xs, y: xs.sum(1)})
        print('step', 0, 0, 'loss', repr(float(loss_value)))
    print('step', 1, 0, 'loss', evaluate(session, loss, {x: xs, y: xs.sum(1)}))
    print('step', 1, session.run(global_step), 'loss', session.run(moved))
    if FLAGS.task_index == 0 and len(cluster.job_tasks('worker')) == 1:
        session.run(init)
        print('step', session.run(global_step), 0, 'loss', session.run(moved))
        print('step', 0, 0, 'loss', evaluate(session, loss, {x: xs, y: xs.sum(1)}))
print('done')
