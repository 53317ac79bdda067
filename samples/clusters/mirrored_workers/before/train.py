"""A small network that workers train in step, to become a replica of one strategy on each of them.

    python train.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python train.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
"""
# tfmigrate: strategy=multi-worker-mirrored

from __future__ import division, print_function

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("job_name", "worker", "ps or worker")
flags.DEFINE_integer("task_index", 0, "Which task of the job this is")
flags.DEFINE_string("ps_hosts", "localhost:2222", "Addresses of the parameter servers")
flags.DEFINE_string("worker_hosts", "localhost:2223", "Addresses of the workers")
flags.DEFINE_integer("train_steps", 100, "Updates")
flags.DEFINE_string("folder", None, "Where the chief keeps checkpoints")
FLAGS = flags.FLAGS


def examples(index):
    """The examples of one worker: points of a wave."""
    xs = np.random.RandomState(index).uniform(-1.0, 1.0, [200, 1])
    return xs.astype(np.float32), np.sin(3.0 * xs).astype(np.float32)


def network(xs):
    """What is predicted for each of `xs`."""
    spread = tf.random_normal_initializer(stddev=1.0, seed=7)
    with tf.variable_scope("hidden"):
        weights = tf.get_variable("weights", [1, 16], initializer=spread)
        bias = tf.get_variable("bias", [16], initializer=tf.zeros_initializer())
    hidden = tf.tanh(tf.matmul(xs, weights) + bias)
    with tf.variable_scope("output"):
        return tf.matmul(hidden, tf.get_variable("weights", [16, 1], initializer=tf.zeros_initializer()))


def main(_):
    ps_hosts, worker_hosts = FLAGS.ps_hosts.split(","), FLAGS.worker_hosts.split(",")
    cluster = tf.train.ClusterSpec({"ps": ps_hosts, "worker": worker_hosts})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    is_chief = FLAGS.task_index == 0
    with tf.device(tf.train.replica_device_setter(
            worker_device="/job:worker/task:%d" % FLAGS.task_index, cluster=cluster)):
        inputs = tf.placeholder(tf.float32, [None, 1], name="inputs")
        targets = tf.placeholder(tf.float32, [None, 1], name="targets")
        loss = tf.reduce_mean(tf.square(network(inputs) - targets))
        global_step = tf.train.get_or_create_global_step()
        # Each update is the mean of a gradient of every worker.
        optimizer = tf.train.SyncReplicasOptimizer(
            tf.train.GradientDescentOptimizer(0.05),
            replicas_to_aggregate=len(worker_hosts), total_num_replicas=len(worker_hosts))
        train_op = optimizer.minimize(loss, global_step=global_step)

    xs, ys = examples(FLAGS.task_index)
    hooks = [optimizer.make_session_run_hook(is_chief, num_tokens=0),
             tf.train.StopAtStepHook(last_step=FLAGS.train_steps)]
    with tf.train.MonitoredTrainingSession(
            server.target, is_chief, checkpoint_dir=FLAGS.folder if is_chief else None, hooks=hooks) as sess:
        while not sess.should_stop():
            _, value, step = sess.run([train_op, loss, global_step], {inputs: xs, targets: ys})
            print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.app.run()
