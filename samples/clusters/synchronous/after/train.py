"""Workers that train one model in step: each update is the mean of a gradient of every worker.

    python train.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python train.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
"""

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
FLAGS = flags.FLAGS

NUM_INPUTS = 10
NUM_CLASSES = 3


def examples(index):
    """The examples of one worker, all of which are in each of its batches."""
    centers = np.random.RandomState(0).randn(NUM_CLASSES, NUM_INPUTS)
    random = np.random.RandomState(1 + index)
    labels = random.randint(NUM_CLASSES, size=200)
    points = centers[labels] + random.randn(200, NUM_INPUTS)
    return points.astype(np.float32), labels.astype(np.int32)


def build():
    """The inputs, the loss, and what trains."""
    inputs = tf.compat.v1.placeholder(tf.float32, [None, NUM_INPUTS], name="inputs")
    classes = tf.compat.v1.placeholder(tf.int32, [None], name="classes")
    weights = tf.compat.v1.get_variable("weights", [NUM_INPUTS, NUM_CLASSES], initializer=tf.compat.v1.zeros_initializer())
    bias = tf.compat.v1.get_variable("bias", [NUM_CLASSES], initializer=tf.compat.v1.zeros_initializer())
    losses = tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits(
        labels=classes, logits=tf.matmul(inputs, weights) + bias)
    return inputs, classes, tf.reduce_mean(losses)


def main(_):
    ps_hosts, worker_hosts = FLAGS.ps_hosts.split(","), FLAGS.worker_hosts.split(",")
    num_workers = len(worker_hosts)
    cluster = tf.train.ClusterSpec({"ps": ps_hosts, "worker": worker_hosts})
    server = compat.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
        raise SystemExit
    elif FLAGS.job_name == "worker":
        is_chief = FLAGS.task_index == 0

        tf.config.set_soft_device_placement(False)

        variables = compat.VariableStore(cluster=server)
        with variables.scope():
            optimizer = compat.SyncReplicasOptimizer(
                tf.compat.v1.train.MomentumOptimizer(0.2, 0.9),
                replicas_to_aggregate=num_workers, total_num_replicas=num_workers)

        @variables.pruned(returns_inputs=True)
        def train_step():
            with tf.compat.v1.device(tf.compat.v1.train.replica_device_setter(cluster=cluster)):
                inputs, classes, loss = build()
                global_step = tf.compat.v1.train.get_or_create_global_step()
                train_op = optimizer.minimize(loss, global_step=global_step)
            return [inputs, classes], ([train_op, loss, global_step], {})

        xs, ys = examples(FLAGS.task_index)
        hooks = [optimizer.make_session_run_hook(is_chief),
                 tf.compat.v1.train.StopAtStepHook(last_step=FLAGS.train_steps)]
        with compat.train.MonitoredSteps(
            variables,
            is_chief=is_chief,
            hooks=hooks,
        ) as sess:
            while not sess.should_stop():
                _, value, step = sess.run(train_step, xs, ys)
                print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.compat.v1.app.run()
