"""Trains the network of model.py on several GPUs, with synchronous updates.

Each GPU gets a tower: a copy of the model that works on its own part of the batch. The
variables live on the CPU and are shared; the gradients of the towers are averaged there.

  python train.py --num_gpus=2
"""
from __future__ import print_function

from datetime import datetime
import time

import numpy as np
import compat
import tensorflow as tf

import model

FLAGS = tf.compat.v1.app.flags.FLAGS

tf.compat.v1.app.flags.DEFINE_integer('max_steps', 60, 'Number of batches to run.')
tf.compat.v1.app.flags.DEFINE_integer('num_gpus', 2, 'How many GPUs to use.')
tf.compat.v1.app.flags.DEFINE_boolean('log_device_placement', False, 'Whether to log device placement.')


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
  losses = tf.compat.v1.get_collection('losses', scope)
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

  batch_size = FLAGS.batch_size * FLAGS.num_gpus

  tf.debugging.set_log_device_placement(FLAGS.log_device_placement)

  strategy = tf.distribute.MirroredStrategy(
      ['/gpu:%d' % i for i in range(FLAGS.num_gpus)],
      # Adds the towers' gradients in their order, equal to the bit with the TF 1 graph. Without this argument
      # TensorFlow chooses: faster on many GPUs (NCCL), and different in the last digit from three towers on.
      cross_device_ops=compat.OrderedReduction(),
  )
  variables = compat.VariableStore(strategy)
  with variables.scope():
    global_step = tf.compat.v1.get_variable(
        'global_step', [], initializer=tf.compat.v1.constant_initializer(0), trainable=False)

    lr = tf.compat.v1.train.exponential_decay(model.INITIAL_LEARNING_RATE, global_step,
                                    model.DECAY_STEPS, model.LEARNING_RATE_DECAY_FACTOR,
                                    staircase=True)
    opt = tf.compat.v1.train.GradientDescentOptimizer(lr)

  @variables.function(
      input_signature=[
          tf.TensorSpec([batch_size, model.IMAGE_SIZE, model.IMAGE_SIZE, 3], tf.float32),
          tf.TensorSpec([batch_size], tf.int32),
      ],
  )
  def train_step(images, labels):
    with tf.device('/cpu:0'):
      image_splits = tf.split(images, FLAGS.num_gpus, 0)
      label_splits = tf.split(labels, FLAGS.num_gpus, 0)

      def tower():
        i = compat.replica_index()
        with tf.name_scope('%s_%d' % (model.TOWER_NAME, i)) as scope:
          loss = tower_loss(scope, image_splits[i], label_splits[i])

          # Reuse variables for the next tower.
          grads = opt.compute_gradients(loss)

        grads = compat.average_gradients(grads)
        compat.apply_gradients(opt, grads, global_step=global_step)
        return loss

      # The last tower's, as the graph fetched it.
      loss = strategy.experimental_local_results(strategy.run(tower))[-1]
    return loss

  # Some ops have no GPU implementation: let those run on the CPU.
  batches = Batches(batch_size)
  for step in range(FLAGS.max_steps):
    batch_images, batch_labels = batches.next()

    start_time = time.time()
    loss_value = train_step(batch_images, batch_labels).numpy()
    duration = time.time() - start_time

    assert not np.isnan(loss_value), 'Model diverged with loss = NaN'

    if step % 10 == 0:
      examples_per_sec = batch_size / duration
      print('%s: step %d, loss = %.4f (%.1f examples/sec; %.3f sec/batch)' % (
          datetime.now(), step, loss_value, examples_per_sec, duration / FLAGS.num_gpus))


def main(argv=None):  # pylint: disable=unused-argument
  train()


if __name__ == '__main__':
  tf.compat.v1.app.run()
