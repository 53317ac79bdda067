# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A condition that decides on training in step makes a variable, too."""

import argparse
import tempfile

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--in_step', action='store_true')
FLAGS = parser.parse_args()
workers = ['localhost:2223', 'localhost:2224']
aggregated = 0

cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': workers})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    global_step = tf.train.get_or_create_global_step()
    x = tf.placeholder(tf.float32, [2])
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    if FLAGS.in_step:
        aggregated = len(workers)
        count = tf.get_variable('count', [], initializer=tf.zeros_initializer())
        optimizer = tf.train.SyncReplicasOptimizer(optimizer, aggregated, len(workers))
    loss = tf.reduce_sum(tf.square(w * x))
    if FLAGS.in_step:
        loss += count
    train_op = optimizer.minimize(loss, global_step=global_step)
    if FLAGS.in_step:
        runner = optimizer.get_chief_queue_runner()
        tokens = optimizer.get_init_tokens_op()
is_chief = FLAGS.task_index == 0
supervisor = tf.train.Supervisor(is_chief=is_chief, logdir=tempfile.mkdtemp(), global_step=global_step)
with supervisor.managed_session(server.target) as session:
    if FLAGS.in_step and is_chief:
        supervisor.start_queue_runners(session, [runner])
        session.run(tokens)
    for _ in range(3):
        print(session.run([train_op, loss], feed_dict={x: [1.0, 2.0]}))
supervisor.stop()
