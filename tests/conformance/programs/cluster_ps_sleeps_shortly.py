# expect: CLU201, not run: it needs the other tasks of its cluster
"""A task that serves sleeps for as long as the training may last, and ends."""

import argparse
import time

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
FLAGS = parser.parse_args()

cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    time.sleep(60)
elif FLAGS.job_name == 'worker':
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        global_step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.placeholder(tf.float32, [None])
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
        train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=global_step)
    random = np.random.RandomState(FLAGS.task_index)
    hooks = [tf.train.StopAtStepHook(last_step=FLAGS.last_step)]
    with tf.train.MonitoredTrainingSession(server.target, FLAGS.task_index == 0, hooks=hooks) as session:
        while not session.should_stop():
            xs = random.rand(8, 4).astype(np.float32)
            _, loss_value = session.run([train_op, loss], feed_dict={x: xs, y: xs.sum(1)})
            print('step', 0, 0, 'loss', repr(float(loss_value)))
    print('done')
