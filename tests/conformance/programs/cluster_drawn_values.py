# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A worker of a cluster whose variables begin with tensors that are drawn."""

import argparse
import tempfile

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
FLAGS = parser.parse_args()


def main():
    config = tf.ConfigProto(device_filters=['/job:ps', '/job:worker/task:%d' % FLAGS.task_index])
    cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
    # Each task has a server.
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index, config=config)
    if FLAGS.job_name == 'ps':
        print('serving')
        server.join()  # for as long as there are workers
    elif FLAGS.job_name == 'worker':
        is_chief = FLAGS.task_index == 0
        device = '/job:worker/task:%d' % FLAGS.task_index
        # The model, and what trains it.
        with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
            x = tf.placeholder(tf.float32, [None, 4], name='x')
            y = tf.placeholder(tf.float32, [None], name='y')
            w = tf.Variable(0.5 * tf.truncated_normal([4, 1], seed=3), name='w')
            b = tf.Variable(tf.random_uniform([], seed=4), name='b')
            loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) + b - y))
            global_step = tf.train.get_or_create_global_step()
            train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=global_step)
        # How training ends.
        hooks = [tf.train.StopAtStepHook(last_step=FLAGS.last_step)]
        session = tf.train.MonitoredTrainingSession(
            server.target, is_chief, checkpoint_dir=tempfile.mkdtemp() if is_chief else None, hooks=hooks
        )
        random = np.random.RandomState(FLAGS.task_index)
        while not session.should_stop():
            xs = random.rand(8, 4).astype(np.float32)
            feed = {x: xs, y: xs.sum(1)}
            before = tf.train.global_step(session, global_step)
            if session.should_stop():  # by what the other worker did since
                break
            _, loss_value, step = session.run([train_op, loss, global_step], feed_dict=feed)
            print('step', before, step, 'loss', repr(float(loss_value)))
        session.close()
        print('done')


main()
