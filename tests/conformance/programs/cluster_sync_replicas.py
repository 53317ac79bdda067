# expect: compat MultiWorkerMirroredStrategy, not run: it needs the other tasks of its cluster
# tfmigrate: strategy=multi-worker-mirrored
"""Workers that train in step, one of which has fewer batches than the others, or ends amid the training."""

import argparse
import os

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--folder', default='/tmp/model')
parser.add_argument('--batches', type=int, default=6)
parser.add_argument('--lost_at', type=int, default=-1)
FLAGS = parser.parse_args()

count = len(FLAGS.worker_hosts.split(','))
cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
is_chief = FLAGS.task_index == 0
rows = np.random.RandomState(FLAGS.task_index).rand(8, 4).astype(np.float32)
batches = FLAGS.batches - FLAGS.task_index
data = tf.data.Dataset.from_tensors((rows, np.array([0, 1, 1 + FLAGS.task_index, 3]))).repeat(batches)
with tf.device(tf.train.replica_device_setter(worker_device='/job:worker/task:%d' % FLAGS.task_index, cluster=cluster)):
    xs, places = tf.data.make_one_shot_iterator(data).get_next()
    global_step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
    table = tf.get_variable('table', [5], initializer=tf.ones_initializer())
    bias = tf.get_variable('bias', [], tf.float64, initializer=tf.zeros_initializer())
    errors = tf.squeeze(tf.matmul(xs, w), 1) - tf.reduce_sum(xs, 1) + tf.cast(bias, tf.float32)
    loss = tf.reduce_mean(tf.square(errors)) + tf.reduce_sum(tf.square(tf.nn.embedding_lookup(table, places)))
    optimizer = tf.train.SyncReplicasOptimizer(tf.train.AdagradOptimizer(0.5), count, total_num_replicas=count)
    train_op = optimizer.minimize(loss, global_step=global_step)
hooks = [optimizer.make_session_run_hook(is_chief), tf.train.StopAtStepHook(last_step=20)]
with tf.train.MonitoredTrainingSession(
    master=server.target,
    is_chief=is_chief,
    hooks=hooks,
    checkpoint_dir=FLAGS.folder if is_chief else None,
    save_checkpoint_steps=2,
    save_checkpoint_secs=None,
) as session:
    while not session.should_stop():
        loss_value, _, step = session.run([loss, train_op, global_step])
        print('step', step, step, 'loss', repr(float(loss_value)), flush=True)
        if is_chief and step == FLAGS.lost_at:
            os._exit(3)
print('done')
