# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""What starts workers that train in step has a name as a list, beside the graph's own list of runners."""

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
workers = FLAGS.worker_hosts.split(',')
cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': workers})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
is_chief = FLAGS.task_index == 0
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.Variable(0, name='step', trainable=False)
    x = tf.placeholder(tf.float32, [None, 4])
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - 1.0))
    optimizer = tf.train.SyncReplicasOptimizer(
        tf.train.GradientDescentOptimizer(0.1), replicas_to_aggregate=len(workers), total_num_replicas=len(workers)
    )
    train_op = optimizer.minimize(loss, global_step=step)
    chief_runners = [optimizer.get_chief_queue_runner()]
    tokens = optimizer.get_init_tokens_op()
    supervisor = tf.train.Supervisor(is_chief=is_chief, logdir=tempfile.mkdtemp(), global_step=step)
    session = supervisor.prepare_or_wait_for_session(server.target)
    runners = tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS)
    supervisor.start_queue_runners(session, runners)
    if is_chief:
        supervisor.start_queue_runners(session, chief_runners)
        session.run(tokens)
    random = np.random.RandomState(FLAGS.task_index)
    for _ in range(6):
        _, value, count = session.run([train_op, loss, step], {x: random.rand(8, 4)})
        print('step', int(count), 'loss', repr(float(value)))
supervisor.stop()
print('done')
