"""Weights of words that workers learn, each from examples it reads in the graph, to become those of one loop.

    python train.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python train.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
"""
# tfmigrate: strategy=parameter-server

from __future__ import division, print_function

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("job_name", "worker", "ps or worker")
flags.DEFINE_integer("task_index", 0, "Which task of the job this is")
flags.DEFINE_string("ps_hosts", "localhost:2222", "Addresses of the parameter servers")
flags.DEFINE_string("worker_hosts", "localhost:2223", "Addresses of the workers")
flags.DEFINE_integer("train_steps", 400, "Updates of all workers together")
flags.DEFINE_string("folder", None, "Where the chief keeps checkpoints")
FLAGS = flags.FLAGS

NUM_WORDS = 100
SENTENCE = 8
BATCH_SIZE = 50


def examples():
    """Sentences, each with about the sum of what its words are worth."""
    random = np.random.RandomState(3)
    words = random.randint(NUM_WORDS, size=[1000, SENTENCE])
    worth = random.randn(NUM_WORDS)[words].sum(axis=1) + 0.5 * random.randn(1000)
    return words, worth.astype(np.float32)


def main(_):
    cluster = tf.train.ClusterSpec({"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    is_chief = FLAGS.task_index == 0
    dataset = tf.data.Dataset.from_tensor_slices(examples()).shuffle(1000).repeat().batch(BATCH_SIZE)
    with tf.device(tf.train.replica_device_setter(
            worker_device="/job:worker/task:%d" % FLAGS.task_index, cluster=cluster)):
        words, worth = dataset.make_one_shot_iterator().get_next()
        table = tf.get_variable("words", [NUM_WORDS, 1], initializer=tf.zeros_initializer(),
                                partitioner=tf.fixed_size_partitioner(2))
        found = tf.reduce_sum(tf.nn.embedding_lookup(table, words, partition_strategy="div"), axis=[1, 2])
        loss = tf.reduce_mean(tf.square(found - worth))
        global_step = tf.train.get_or_create_global_step()
        train_op = tf.train.AdagradOptimizer(0.5).minimize(loss, global_step=global_step)

    hooks = [tf.train.StopAtStepHook(last_step=FLAGS.train_steps)]
    with tf.train.MonitoredTrainingSession(
            server.target, is_chief, checkpoint_dir=FLAGS.folder if is_chief else None, hooks=hooks) as sess:
        while not sess.should_stop():
            _, value, step = sess.run([train_op, loss, global_step])
            if step % 10 == 0 or step >= FLAGS.train_steps - 1:
                print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.app.run()
