# expect: SES205 wrapped, not run: it needs the other tasks of its cluster
"""A learner holds the variables and a queue, into which actors put what they see."""

import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='learner')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--learner_hosts', default='localhost:2222')
parser.add_argument('--actor_hosts', default='localhost:2223')
FLAGS = parser.parse_args()
actors = FLAGS.actor_hosts.split(',')
cluster = tf.train.ClusterSpec({'learner': FLAGS.learner_hosts.split(','), 'actor': actors})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
with tf.device('/job:learner/task:0'):
    w = tf.get_variable('w', [4], initializer=tf.constant_initializer(0.5))
    step = tf.train.get_or_create_global_step()
    seen = tf.FIFOQueue(2, [tf.float32], [[4]], shared_name='seen')
if FLAGS.job_name == 'learner':
    with tf.device('/job:learner/task:0'):
        loss = tf.reduce_sum(tf.square(w - seen.dequeue()))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
else:
    with tf.device('/job:actor/task:%d' % FLAGS.task_index):
        count = tf.get_variable('count', [], collections=[tf.GraphKeys.LOCAL_VARIABLES], initializer=tf.zeros_initializer())
        number = tf.assign_add(count, 1.0)
        tell = seen.enqueue(tf.stack([number, number / 2.0, 1.0, tf.reduce_sum(w) * 0.0]))
with tf.train.MonitoredTrainingSession(server.target, is_chief=FLAGS.job_name == 'learner') as session:
    for turn in range(10):
        if FLAGS.job_name == 'learner':
            for _ in actors:
                _, loss_value = session.run([train_op, loss])
                print('step', turn, 0, 'loss', repr(float(loss_value)))
        else:
            session.run(tell)
print('done')
