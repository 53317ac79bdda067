# expect: SES201 wrapped, not run: it needs the other tasks of its cluster
"""Each task has a queue of its own, into which all workers say that they are done."""

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
WORKERS = FLAGS.worker_hosts.split(',')
CLUSTER = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': WORKERS})


def make_queue(job_name, task_index):
    name = 'done_%s_%d' % (job_name, task_index)
    with tf.device('/job:%s/task:%d' % (job_name, task_index)):
        return tf.FIFOQueue(len(WORKERS), tf.int32, [[]], shared_name=name)


def wait_for_all(session, queue):
    for _ in WORKERS:
        session.run(queue.dequeue())


def make_hooks(loss):
    yield tf.train.StopAtStepHook(last_step=FLAGS.last_step)
    yield tf.train.NanTensorHook(loss)


server = tf.train.Server(CLUSTER, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
own_queue = make_queue(FLAGS.job_name, FLAGS.task_index)
if FLAGS.job_name == 'ps':
    with tf.Session(server.target) as session:
        wait_for_all(session, own_queue)
else:
    device = '/job:worker/task:{}'.format(FLAGS.task_index)
    with tf.device(tf.train.replica_device_setter(cluster=CLUSTER, worker_device=device)):
        step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.placeholder(tf.float32, [None])
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
        train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=step)
    says = [make_queue(job, index).enqueue(1) for job in CLUSTER.jobs for index in range(CLUSTER.num_tasks(job))]
    random = np.random.RandomState(FLAGS.task_index)
    with tf.train.MonitoredTrainingSession(
        server.target, is_chief=FLAGS.task_index == 0, hooks=list(make_hooks(loss))
    ) as session:
        count = 0
        while not session.should_stop():
            xs = random.rand(8, 4).astype(np.float32)
            _, loss_value = session.run([train_op, loss], feed_dict={x: xs, y: xs.sum(1)})
            print('step', count, 0, 'loss', repr(float(loss_value)))
            count += 1
    with tf.Session(server.target) as session:
        for say in says:
            session.run(say)
        wait_for_all(session, own_queue)
    print('done')
