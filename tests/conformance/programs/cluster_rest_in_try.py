# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Workers that train in a `try`, in the branch of a condition, with Python around it."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
FLAGS = parser.parse_args()


def main(_):
    cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == 'ps':
        server.join()
    elif FLAGS.job_name == 'worker':
        print('begins')
        try:
            with tf.device(tf.train.replica_device_setter(cluster=cluster)):
                step = tf.train.get_or_create_global_step()
                x = tf.placeholder(tf.float32, [None, 4])
                w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
                loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
                train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=step)
            hooks = [tf.train.StopAtStepHook(last_step=20)]
            chief = FLAGS.task_index == 0
            with tf.train.MonitoredTrainingSession(server.target, is_chief=chief, hooks=hooks) as session:
                while not session.should_stop():
                    loss_value, _ = session.run([loss, train_op], {x: np.eye(4)})
                    print('step', 0, 0, 'loss', repr(float(loss_value)))
        except tf.errors.AbortedError as error:
            print('aborted', error)
        finally:
            print('ends')


if __name__ == '__main__':
    tf.app.run()
