# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A Supervisor of workers is given the summaries of a graph that has none; behind all, some workers ask on."""

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


def main():
    cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == 'ps':
        server.join()
    elif FLAGS.job_name == 'worker':
        with tf.device(tf.train.replica_device_setter(cluster=cluster)):
            x = tf.placeholder(tf.float32, [None, 4])
            w = tf.Variable(tf.fill([4, 1], 0.5), name='w')
            global_step = tf.Variable(0)
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
            train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=global_step)
            saver = tf.train.Saver()
            summary_op = tf.summary.merge_all()
            init_op = tf.global_variables_initializer()
        sv = tf.train.Supervisor(
            is_chief=FLAGS.task_index == 0,
            logdir=tempfile.mkdtemp(),
            init_op=init_op,
            summary_op=summary_op,
            saver=saver,
            global_step=global_step,
            save_model_secs=600,
        )
        sess = sv.prepare_or_wait_for_session(server.target)
        sv.start_queue_runners(sess)
        step = 0
        while not sv.should_stop() and step < 20:
            batch = np.random.rand(8, 4).astype(np.float32)
            _, value, step = sess.run([train_op, loss, global_step], feed_dict={x: batch})
            print('step %d: %f' % (step, value))
        if FLAGS.task_index != 0:
            print('loss %f' % sess.run(loss, feed_dict={x: np.ones((2, 4))}))


if __name__ == '__main__':
    main()
