# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Workers that train in step: the mean of a gradient of each is applied, and all go on from there."""

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


def model(x):
    """A prediction, and what it is multiplied by."""
    scale = tf.placeholder(tf.float32, [])
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
    return scale * tf.squeeze(tf.matmul(x, w), 1), scale


def main():
    ps_hosts, worker_hosts = FLAGS.ps_hosts.split(','), FLAGS.worker_hosts.split(',')
    cluster = tf.train.ClusterSpec({'ps': ps_hosts, 'worker': worker_hosts})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == 'ps':
        with tf.device('/cpu:0'):
            server.join()

    is_chief = FLAGS.task_index == 0
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 4], name='x')
        y = tf.placeholder(tf.float32, [None], name='y')
        prediction, scale = model(x)
        loss = tf.reduce_mean(tf.square(prediction - y))
        global_step = tf.Variable(0, name='global_step', trainable=False)
        optimizer = tf.train.SyncReplicasOptimizer(
            tf.train.MomentumOptimizer(0.05, 0.9),
            replicas_to_aggregate=len(worker_hosts),
            total_num_replicas=len(worker_hosts),
        )
        hook = optimizer.make_session_run_hook(is_chief, num_tokens=0)
        hooks = [hook, tf.train.StopAtStepHook(last_step=FLAGS.last_step)]
        train_op = optimizer.minimize(loss, global_step=global_step)
    random = np.random.RandomState(FLAGS.task_index)
    xs = random.rand(8, 4).astype(np.float32)
    with tf.train.MonitoredTrainingSession(server.target, is_chief, hooks=hooks) as session:
        while not session.should_stop():
            before = session.run(loss, feed_dict={x: xs, y: xs.sum(1), scale: 1.0})
            _, step = session.run([train_op, global_step], feed_dict={x: xs, y: xs.sum(1), scale: 1.0})
            print('step', step, step, 'loss', repr(float(before)))
    print('done')


main()
