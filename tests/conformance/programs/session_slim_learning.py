# expect: wrapped, parity
"""slim's training loop, with a step function around its own, and its evaluation of the checkpoint."""

import os
import tempfile

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim
folder = tempfile.mkdtemp()
data = np.random.RandomState(2).rand(16, 4).astype(np.float32)


def network(x):
    with slim.arg_scope([slim.fully_connected], weights_initializer=tf.constant_initializer(0.1)):
        net = slim.fully_connected(x, 3, activation_fn=tf.nn.tanh, scope='first')
        return slim.fully_connected(net, 1, activation_fn=None, scope='second')


def train_step(session, train_op, global_step, arguments):
    total, stop = slim.learning.train_step(session, train_op, global_step, arguments)
    print('%.6f' % total, stop)
    return total, stop


with tf.Graph().as_default():
    x = tf.train.batch([tf.train.slice_input_producer([data], shuffle=False)[0]], 4)
    tf.losses.mean_squared_error(tf.reduce_sum(x, 1, keep_dims=True), network(x))
    total_loss = tf.losses.get_total_loss()
    tf.summary.scalar('total', total_loss)
    train_op = slim.learning.create_train_op(total_loss, tf.train.GradientDescentOptimizer(0.05))
    last = slim.learning.train(train_op, folder, number_of_steps=5, train_step_fn=train_step,
                               save_summaries_secs=300, save_interval_secs=300, log_every_n_steps=2)
    print('last', '%.6f' % last)

path = tf.train.latest_checkpoint(folder)
print(os.path.basename(path))
with tf.Graph().as_default():
    tf.train.create_global_step()
    prediction = network(tf.constant(data))
    mean, update = tf.metrics.mean(prediction)
    value = slim.evaluation.evaluate_once('', path, folder, num_evals=2, eval_op=update, final_op=mean)
    print('evaluated %.6f' % value)
