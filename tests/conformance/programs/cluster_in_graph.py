# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""One task of a cluster: a worker reads its input in the graph, until all have done so many steps together."""

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
    cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == 'ps':
        server.join()
    is_chief = FLAGS.task_index == 0
    numbers = np.random.RandomState(0).rand(40, 4).astype(np.float32)
    rows = np.arange(40) % 6
    device = '/job:worker/task:%d' % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
        example = tf.train.slice_input_producer([tf.constant(numbers), tf.constant(rows)], shuffle=False)
        x, row = tf.train.batch(example, 8)
        w = tf.get_variable('w', [4], initializer=tf.ones_initializer())
        table = tf.get_variable(
            'table', [6], initializer=tf.zeros_initializer(), partitioner=tf.fixed_size_partitioner(2)
        )
        found = tf.reduce_sum(x * w, 1) + tf.nn.embedding_lookup(table, row, partition_strategy='div')
        loss = tf.reduce_mean(tf.square(found - 2.0 * tf.reduce_sum(x, 1)))
        global_step = tf.train.get_or_create_global_step()
        train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=global_step)
    hooks = [tf.train.StopAtStepHook(last_step=FLAGS.last_step)]
    with tf.train.MonitoredTrainingSession(
        server.target, is_chief, checkpoint_dir=tempfile.mkdtemp() if is_chief else None, hooks=hooks
    ) as session:
        while not session.should_stop():
            _, loss_value, step = session.run([train_op, loss, global_step])
            print('step', step, step, 'loss', repr(float(loss_value)))
    print('done')


main()
