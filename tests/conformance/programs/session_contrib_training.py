# expect: compat, parity
"""contrib.training's loop, then its evaluation of what the loop saved."""

import os
import tempfile

import numpy as np
import tensorflow as tf

training = tf.contrib.training
folder = tempfile.mkdtemp()
rows = np.random.RandomState(9).rand(8, 3).astype(np.float32)


def loss_of():
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.25))
    tf.losses.mean_squared_error(tf.reduce_mean(rows, 1, keepdims=True), tf.matmul(tf.constant(rows), w))
    return tf.losses.get_total_loss()


def train():
    with tf.Graph().as_default():
        train_op = training.create_train_op(loss_of(), tf.train.MomentumOptimizer(0.1, 0.9))
        hooks = [tf.train.StopAtStepHook(last_step=4)]
        print('%.6f' % training.train(train_op, folder, hooks=hooks, save_checkpoint_secs=300))


def evaluate():
    with tf.Graph().as_default():
        tf.train.get_or_create_global_step()
        mean, update = tf.metrics.mean(loss_of())
        values = training.evaluate_once(tf.train.latest_checkpoint(folder), eval_ops=update, final_ops={'m': mean},
                                        hooks=[training.StopAfterNEvalsHook(2)])
        print(sorted(values), '%.6f' % values['m'])


train()
evaluate()
print(os.path.basename(tf.train.latest_checkpoint(folder)))
