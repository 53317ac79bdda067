"""Trains the network of model.py on several GPUs, with synchronous updates.

Each GPU gets a tower: a copy of the model that works on its own part of the batch. The
variables live on the CPU and are shared; the gradients of the towers are averaged there.

  python train.py --num_gpus=2
"""
from __future__ import print_function

from datetime import datetime
import time

import numpy as np
import tensorflow as tf

import model

FLAGS = tf.app.flags.FLAGS

tf.app.flags.DEFINE_integer('max_steps', 60, 'Number of batches to run.')
tf.app.flags.DEFINE_integer('num_gpus', 2, 'How many GPUs to use.')
tf.app.flags.DEFINE_boolean('log_device_placement', False, 'Whether to log device placement.')


class Batches(object):
  """Draws images of random colours, one class for each dominant colour."""

  def __init__(self, batch_size, seed=0):
    self._random = np.random.RandomState(seed)
    self._batch_size = batch_size
    self._patterns = self._random.rand(
        model.NUM_CLASSES, model.IMAGE_SIZE, model.IMAGE_SIZE, 3)

  def next(self):
    labels = self._random.randint(0, model.NUM_CLASSES, self._batch_size)
    noise = self._random.rand(self._batch_size, model.IMAGE_SIZE, model.IMAGE_SIZE, 3)
    images = 2.0 * self._patterns[labels] + noise - 1.5
    return images.astype(np.float32), labels.astype(np.int32)


def tower_loss(scope, images, labels):
  """Calculates the total loss of one tower.

  Args:
    scope: unique prefix of the tower's ops, e.g. 'tower_0/'.
    images: this tower's images.
    labels: this tower's labels.

  Returns:
    Scalar tensor, the loss of this tower's part of the batch.
  """
  logits = model.inference(images)

  # Build the part of the graph that calculates the losses; the collection has the result.
  _ = model.loss(logits, labels)

  # Only the losses of this tower.
  losses = tf.get_collection('losses', scope)
  total_loss = tf.add_n(losses, name='total_loss')
  return total_loss


def average_gradients(tower_grads):
  """Calculates the average gradient of each shared variable over all towers.

  This is where the towers wait for each other.

  Args:
    tower_grads: list, one entry per tower, of lists of (gradient, variable) tuples.

  Returns:
    List of (gradient, variable) tuples, the gradient averaged over the towers.
  """
  average_grads = []
  for grad_and_vars in zip(*tower_grads):
    # ((grad0_gpu0, var0_gpu0), ... , (grad0_gpuN, var0_gpuN))
    grads = []
    for g, _ in grad_and_vars:
      expanded_g = tf.expand_dims(g, 0)
      grads.append(expanded_g)

    grad = tf.concat(axis=0, values=grads)
    grad = tf.reduce_mean(grad, 0)

    # The variables are shared: those of the first tower will do.
    v = grad_and_vars[0][1]
    average_grads.append((grad, v))
  return average_grads


def train():
  """Builds the graph with all towers and trains for a number of steps."""
  with tf.Graph().as_default(), tf.device('/cpu:0'):
    global_step = tf.get_variable(
        'global_step', [], initializer=tf.constant_initializer(0), trainable=False)

    lr = tf.train.exponential_decay(model.INITIAL_LEARNING_RATE, global_step,
                                    model.DECAY_STEPS, model.LEARNING_RATE_DECAY_FACTOR,
                                    staircase=True)
    opt = tf.train.GradientDescentOptimizer(lr)

    batch_size = FLAGS.batch_size * FLAGS.num_gpus
    images = tf.placeholder(
        tf.float32, [batch_size, model.IMAGE_SIZE, model.IMAGE_SIZE, 3], name='images')
    labels = tf.placeholder(tf.int32, [batch_size], name='labels')
    image_splits = tf.split(images, FLAGS.num_gpus, 0)
    label_splits = tf.split(labels, FLAGS.num_gpus, 0)

    tower_grads = []
    with tf.variable_scope(tf.get_variable_scope()):
      for i in range(FLAGS.num_gpus):
        with tf.device('/gpu:%d' % i):
          with tf.name_scope('%s_%d' % (model.TOWER_NAME, i)) as scope:
            loss = tower_loss(scope, image_splits[i], label_splits[i])

            # Reuse variables for the next tower.
            tf.get_variable_scope().reuse_variables()

            grads = opt.compute_gradients(loss)
            tower_grads.append(grads)

    grads = average_gradients(tower_grads)
    train_op = opt.apply_gradients(grads, global_step=global_step)

    init = tf.global_variables_initializer()

    # Some ops have no GPU implementation: let those run on the CPU.
    sess = tf.Session(config=tf.ConfigProto(
        allow_soft_placement=True,
        log_device_placement=FLAGS.log_device_placement))
    sess.run(init)

    batches = Batches(batch_size)
    for step in range(FLAGS.max_steps):
      batch_images, batch_labels = batches.next()

      start_time = time.time()
      _, loss_value = sess.run([train_op, loss],
                               feed_dict={images: batch_images, labels: batch_labels})
      duration = time.time() - start_time

      assert not np.isnan(loss_value), 'Model diverged with loss = NaN'

      if step % 10 == 0:
        examples_per_sec = batch_size / duration
        print('%s: step %d, loss = %.4f (%.1f examples/sec; %.3f sec/batch)' % (
            datetime.now(), step, loss_value, examples_per_sec, duration / FLAGS.num_gpus))


def main(argv=None):  # pylint: disable=unused-argument
  train()


if __name__ == '__main__':
  tf.app.run()
