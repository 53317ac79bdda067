# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A session with hooks that one statement opens, and a later one enters; one hook saves with a saver of its own."""

import argparse
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.python.training.summary_io import SummaryWriterCache

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
FLAGS = parser.parse_args()

cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
elif FLAGS.job_name == 'worker':
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.placeholder(tf.float32, [None])
        w = tf.Variable(tf.fill([4, 1], 0.5), name='w')
        tf.summary.histogram('w', w)
        loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y)) / cluster.num_tasks('worker')
        global_step = tf.train.get_or_create_global_step()
        train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=global_step)
        merged = tf.summary.merge_all()
    folder = tempfile.mkdtemp()
    saver = tf.train.Saver()
    saving = tf.train.CheckpointSaverHook(
        checkpoint_dir=folder, save_secs=None, save_steps=8, saver=saver, checkpoint_basename='mine', scaffold=None
    )
    session = tf.train.MonitoredTrainingSession(server.target, FLAGS.task_index == 0, hooks=[saving])
    writer = SummaryWriterCache.get(folder)
    random = np.random.RandomState(FLAGS.task_index)
    with session as monitored:
        for _ in range(20):
            xs = random.rand(8, 4).astype(np.float32)
            feed = {x: xs, y: xs.sum(1)}
            _, loss_value = monitored.run([train_op, loss], feed_dict=feed)
            print('step', 0, 0, 'loss', repr(float(loss_value)))
        writer.add_summary(monitored.run(merged, feed_dict=feed), 20)
    for name, shape in tf.train.list_variables(tf.train.latest_checkpoint(folder)):
        print('step', len(name), len(shape), 'loss', tf.train.load_variable(folder, name).sum())
    print('done')
