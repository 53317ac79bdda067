"""Workers that train one model, each at its own pace, on parameter servers that hold the variables.

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
flags.DEFINE_integer("train_steps", 300, "Updates of all workers together")
flags.DEFINE_string("train_dir", None, "Folder for checkpoints")
FLAGS = flags.FLAGS

NUM_FEATURES = 20
BATCH_SIZE = 50


def shard(index):
    """The examples of one worker."""
    random = np.random.RandomState(100 + index)
    truth = np.linspace(-1.0, 1.0, NUM_FEATURES)[:, None]
    features = random.randn(1000, NUM_FEATURES)
    labels = features.dot(truth) + 0.3 * random.randn(1000, 1)
    return features.astype(np.float32), labels.astype(np.float32)


def model(features):
    weights = tf.compat.v1.get_variable("weights", [NUM_FEATURES, 1], initializer=tf.compat.v1.zeros_initializer())
    bias = tf.compat.v1.get_variable("bias", [1], initializer=tf.compat.v1.zeros_initializer())
    return tf.matmul(features, weights) + bias


def main(_):
    cluster = tf.train.ClusterSpec({"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = compat.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
        raise SystemExit
        return

    is_chief = FLAGS.task_index == 0
    worker_device = "/job:worker/task:%d" % FLAGS.task_index

    tf.config.set_soft_device_placement(False)

    variables = compat.VariableStore(cluster=server)

    @variables.pruned(
        input_signature=[
            tf.TensorSpec([None, NUM_FEATURES], tf.float32),
            tf.TensorSpec([None, 1], tf.float32),
        ],
    )
    def train_step(features, labels):
        with tf.compat.v1.device(tf.compat.v1.train.replica_device_setter(worker_device=worker_device, cluster=cluster)):
            loss = tf.reduce_mean(tf.square(model(features) - labels))
            global_step = tf.compat.v1.train.get_or_create_global_step()
            train_op = tf.compat.v1.train.AdamOptimizer(0.03).minimize(loss, global_step=global_step)
        return ([train_op, loss, global_step], {})

    xs, ys = shard(FLAGS.task_index)
    random = np.random.RandomState(FLAGS.task_index)
    hooks = [tf.compat.v1.train.StopAtStepHook(last_step=FLAGS.train_steps)]
    with compat.train.MonitoredSteps(
        variables,
        is_chief=is_chief,
        checkpoint_dir=FLAGS.train_dir,
        hooks=hooks,
    ) as sess:
        while not sess.should_stop():
            rows = random.randint(len(xs), size=BATCH_SIZE)
            _, value, step = sess.run(train_step, xs[rows], ys[rows])
            print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.compat.v1.app.run()
