# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""The jobs are told by the environment; a task that is of none that is known does nothing."""

import json
import os

import tensorflow as tf


def main():
    config = json.loads(os.environ['TF_CONFIG'])
    job, index = config['task']['type'], config['task']['index']
    server = tf.train.Server(tf.train.ClusterSpec(config['cluster']), job_name=job, task_index=index)
    if job == 'ps':
        server.join()
    elif job in ('chief', 'worker'):
        # Nothing is built or run but by these.
        with tf.device(tf.train.replica_device_setter(cluster=config['cluster'])):
            step = tf.train.get_or_create_global_step()
            w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
            loss = tf.reduce_sum(tf.square(w))
            train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
        hooks = [tf.train.StopAtStepHook(last_step=3)]
        with tf.train.MonitoredTrainingSession(server.target, job == 'chief', hooks=hooks) as session:
            while not session.should_stop():
                print(session.run([train_op, loss]))


if __name__ == '__main__':
    main()
