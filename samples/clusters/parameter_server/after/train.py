"""Weights of words that workers learn, each from examples it reads in the graph, to become those of one loop.

    python train.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python train.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
"""
# tfmigrate: strategy=parameter-server

from __future__ import division, print_function

import numpy as np
import compat
import tensorflow as tf

flags = tf.compat.v1.app.flags
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
    server = compat.CoordinatedServer(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
        raise SystemExit
    is_chief = FLAGS.task_index == 0
    dataset = tf.compat.v1.data.Dataset.from_tensor_slices(examples()).shuffle(1000).repeat().batch(BATCH_SIZE)

    if not server.is_coordinator:  # it does the steps that it is handed
        server.join()
        raise SystemExit
    strategy = tf.distribute.ParameterServerStrategy(server.resolver())
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    variables = compat.VariableStore(cluster=coordinator)
    with variables.scope():
        table = tf.compat.v1.get_variable("words", [NUM_WORDS, 1], initializer=tf.compat.v1.zeros_initializer(),
                                partitioner=tf.compat.v1.fixed_size_partitioner(2))
        global_step = tf.compat.v1.train.get_or_create_global_step()

    @variables.pruned(input_signature=[])
    def train_step():
        words, worth = compat.input.one_shot_iterator(dataset).get_next()
        found = tf.reduce_sum(tf.compat.v1.nn.embedding_lookup(table, words, partition_strategy="div"), axis=[1, 2])
        loss = tf.reduce_mean(tf.square(found - worth))
        train_op = tf.compat.v1.train.AdagradOptimizer(0.5).minimize(loss, global_step=global_step)
        return ([train_op, loss, global_step], {})

    hooks = [tf.compat.v1.train.StopAtStepHook(last_step=FLAGS.train_steps)]
    with compat.train.MonitoredSteps(
        variables,
        is_chief=is_chief,
        checkpoint_dir=FLAGS.folder if is_chief else None,
        hooks=hooks,
    ) as sess:
        while not sess.should_stop():
            _, value, step = sess.run(train_step)
            if step % 10 == 0 or step >= FLAGS.train_steps - 1:
                print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.compat.v1.app.run()
