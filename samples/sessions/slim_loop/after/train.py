"""Trains a classifier of small images with slim's training loop."""

import numpy as np
import compat
import tensorflow as tf

import network

slim = compat.contrib.slim

tf.compat.v1.app.flags.DEFINE_string('train_dir', None, 'Where checkpoints and summaries go; nowhere by default.')
tf.compat.v1.app.flags.DEFINE_integer('max_steps', 20, 'How many steps to train.')
tf.compat.v1.app.flags.DEFINE_integer('batch_size', 16, 'How many images a step takes.')
tf.compat.v1.app.flags.DEFINE_float('learning_rate', 0.05, 'The first learning rate.')
tf.compat.v1.app.flags.DEFINE_float('weight_decay', 0.0005, 'The weight of the regularizers.')
FLAGS = tf.compat.v1.app.flags.FLAGS

NUM_CLASSES = 4


def examples():
    """Images with a bright corner, which is their label."""
    random = np.random.RandomState(0)
    labels = random.randint(0, NUM_CLASSES, 128)
    images = random.rand(128, 8, 8, 1).astype(np.float32)
    for image, label in zip(images, labels):
        row, column = 4 * (label // 2), 4 * (label % 2)
        image[row:row + 4, column:column + 4] += 1
    return images, labels


IMAGES, LABELS = examples()


def inputs():
    dataset = tf.compat.v1.data.Dataset.from_tensor_slices((IMAGES, LABELS)).repeat().batch(FLAGS.batch_size)
    return compat.input.one_shot_iterator(dataset).get_next()


def main(_):
    tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.INFO)

    variables = compat.VariableStore()
    with variables.scope():
        global_step = slim.create_global_step()
        learning_rate = tf.compat.v1.train.exponential_decay(FLAGS.learning_rate, global_step, 10, 0.5, staircase=True)
        optimizer = tf.compat.v1.train.MomentumOptimizer(learning_rate, 0.9)

    @variables.pruned(input_signature=[])
    def train_step():
        images, labels = inputs()
        with slim.arg_scope(network.arg_scope(FLAGS.weight_decay)):
            logits = network.network(images, NUM_CLASSES, is_training=True)
        tf.compat.v1.losses.sparse_softmax_cross_entropy(labels, logits)
        total_loss = tf.compat.v1.losses.get_total_loss()
        train_op = slim.learning.create_train_op(total_loss, optimizer, clip_gradient_norm=5.0)
        return train_op

    last = compat.train.supervise(
        train_step,
        variables,
        logdir=FLAGS.train_dir,
        number_of_steps=FLAGS.max_steps,
        log_every_n_steps=5,
    )
    print('last loss: %.4f' % last)


if __name__ == '__main__':
    tf.compat.v1.app.run()
