# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A worker whose variables are on a CPU of no task in particular, and begin with tensors that are drawn there."""

import argparse
import tempfile

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
FLAGS = parser.parse_args()


def main():
    cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == 'ps':
        server.join()
    with tf.device('/cpu:0'):
        x = tf.placeholder(tf.float32, [None, 2])
        w = tf.Variable(0.5 * tf.truncated_normal([2, 1], seed=7), name='w')
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        global_step = tf.train.get_or_create_global_step()
        train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=global_step)
    supervisor = tf.train.Supervisor(logdir=tempfile.mkdtemp(), is_chief=FLAGS.task_index == 0)
    session = supervisor.prepare_or_wait_for_session(server.target)
    for step in range(20):
        _, loss_value = session.run([train_op, loss], {x: np.full([4, 2], step / 20.0, np.float32)})
        print('step', step, step + 1, 'loss', repr(float(loss_value)))
    supervisor.stop()
    print('done')


main()
