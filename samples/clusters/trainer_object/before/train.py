"""Workers whose trainers are objects, and a parameter server that ends when all of them have said so.

    python train.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python train.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
"""

from __future__ import division, print_function

import tempfile

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("job_name", "worker", "ps or worker")
flags.DEFINE_integer("task_index", 0, "Which task of the job this is")
flags.DEFINE_string("ps_hosts", "localhost:2222", "Addresses of the parameter servers")
flags.DEFINE_string("worker_hosts", "localhost:2223", "Addresses of the workers")
flags.DEFINE_integer("train_steps", 200, "Updates of all workers together")
FLAGS = flags.FLAGS

NUM_FEATURES = 12
HIDDEN = 8
BATCH_SIZE = 40
# A step of a moment that takes a minute waits for somebody who is gone.
IN_TIME = tf.RunOptions(timeout_in_ms=60000)


def done_queue(workers):
    """What the workers tell the parameter server at their end."""
    with tf.device("/job:ps/task:0"):
        return tf.FIFOQueue(workers, tf.int32, shapes=[[]], shared_name="done")


def shard(index):
    """The examples of one worker."""
    random = np.random.RandomState(200 + index)
    features = random.randn(800, NUM_FEATURES).astype(np.float32)
    labels = np.sin(features[:, :1]) + features[:, 1:2] * 0.5
    return features, labels


class Trainer(object):
    """A model and the session that trains it."""

    def __init__(self, cluster, server, index):
        self.index = index
        self.server = server
        workers = cluster.num_tasks("worker")
        device = "/job:worker/task:%d" % index
        with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
            self.features = tf.placeholder(tf.float32, [None, NUM_FEATURES], name="features")
            self.labels = tf.placeholder(tf.float32, [None, 1], name="labels")
            self.global_step = tf.train.get_or_create_global_step()
            self.loss = tf.losses.mean_squared_error(self.labels, self.predictions())
            rate = tf.train.exponential_decay(0.1, self.global_step, 100, 0.8)
            optimizer = tf.train.GradientDescentOptimizer(rate)
            self.train_op = optimizer.minimize(self.loss, global_step=self.global_step)
        self.say_done = done_queue(workers).enqueue(index)
        self.init_op = tf.global_variables_initializer()

    def predictions(self):
        init = tf.truncated_normal_initializer(stddev=0.3, seed=7)
        hidden = tf.layers.dense(self.features, HIDDEN, tf.nn.tanh, kernel_initializer=init)
        return tf.layers.dense(hidden, 1, kernel_initializer=init)

    def train(self, last):
        supervisor = tf.train.Supervisor(is_chief=self.index == 0, logdir=tempfile.mkdtemp(),
                                         init_op=self.init_op, global_step=self.global_step,
                                         summary_op=None, recovery_wait_secs=1)
        session = supervisor.prepare_or_wait_for_session(self.server.target)
        features, labels = shard(self.index)
        random = np.random.RandomState(self.index)
        step = 0
        while step < last:
            rows = random.randint(len(features), size=BATCH_SIZE)
            feed = {self.features: features[rows], self.labels: labels[rows]}
            fetched = [self.train_op, self.loss, self.global_step]
            _, value, step = session.run(fetched, feed, options=IN_TIME)
            print("step %d: loss %.6f" % (step, value))
        session.run(self.say_done)
        supervisor.stop()


def main(_):
    cluster = tf.train.ClusterSpec({"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        queue = done_queue(cluster.num_tasks("worker"))
        with tf.Session(server.target) as session:
            for _ in range(cluster.num_tasks("worker")):
                print("worker %d is done" % session.run(queue.dequeue()))
        return
    Trainer(cluster, server, FLAGS.task_index).train(FLAGS.train_steps)


if __name__ == "__main__":
    tf.app.run()
