"""A small network that workers train in step, to become a replica of one strategy on each of them.

    python train.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python train.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
"""
# tfmigrate: strategy=multi-worker-mirrored

from __future__ import division, print_function

import numpy as np
import compat
import tensorflow as tf

flags = tf.compat.v1.app.flags
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
    spread = tf.compat.v1.random_normal_initializer(stddev=1.0, seed=7)
    with tf.compat.v1.variable_scope("hidden"):
        weights = tf.compat.v1.get_variable("weights", [1, 16], initializer=spread)
        bias = tf.compat.v1.get_variable("bias", [16], initializer=tf.compat.v1.zeros_initializer())
    hidden = tf.tanh(tf.matmul(xs, weights) + bias)
    with tf.compat.v1.variable_scope("output"):
        return tf.matmul(hidden, tf.compat.v1.get_variable("weights", [16, 1], initializer=tf.compat.v1.zeros_initializer()))


def main(_):
    ps_hosts, worker_hosts = FLAGS.ps_hosts.split(","), FLAGS.worker_hosts.split(",")
    cluster = tf.train.ClusterSpec({"ps": ps_hosts, "worker": worker_hosts})
    server = compat.CollectiveServer(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
        raise SystemExit
    is_chief = FLAGS.task_index == 0

    strategy = tf.distribute.MultiWorkerMirroredStrategy(
        server.resolver(),
        # How workers exchange gradients: AUTO chooses; NCCL is for GPUs, RING for any device.
        tf.distribute.experimental.CommunicationOptions(
            implementation=tf.distribute.experimental.CommunicationImplementation.AUTO
        ),
    )
    variables = compat.VariableStore(strategy)
    with variables.scope():
        # Each update is the mean of a gradient of every worker.
        optimizer = compat.SyncReplicasOptimizer(
            tf.compat.v1.train.GradientDescentOptimizer(0.05),
            replicas_to_aggregate=len(worker_hosts), total_num_replicas=len(worker_hosts))

    @variables.pruned(
        input_signature=[
            tf.TensorSpec([None, 1], tf.float32),
            tf.TensorSpec([None, 1], tf.float32),
        ],
    )
    def train_step(inputs, targets):
        def replica(inputs, targets):
            loss = tf.reduce_mean(tf.square(network(inputs) - targets))
            global_step = tf.compat.v1.train.get_or_create_global_step()
            train_op = optimizer.minimize(loss, global_step=global_step)
            return ([train_op, loss, global_step], {})

        return strategy.run(replica, args=(inputs, targets))

    xs, ys = examples(FLAGS.task_index)
    hooks = [optimizer.make_session_run_hook(is_chief, num_tokens=0),
             tf.compat.v1.train.StopAtStepHook(last_step=FLAGS.train_steps)]
    with compat.train.MonitoredSteps(
        variables,
        is_chief=is_chief,
        checkpoint_dir=FLAGS.folder if is_chief else None,
        hooks=hooks,
    ) as sess:
        while not sess.should_stop():
            _, value, step = sess.run(train_step, xs, ys)
            print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.compat.v1.app.run()
