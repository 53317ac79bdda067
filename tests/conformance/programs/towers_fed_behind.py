# expect: compat, parity
"""Towers whose placeholders a dictionary holds in lists; the function that runs them stands behind the block."""

import numpy as np
import tensorflow as tf

TOWERS = 2


def train():
    inputs, tower_grads = [], []
    opt = tf.train.AdamOptimizer(0.1)
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(TOWERS):
            with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                inputs.append(tf.placeholder(tf.float32, [2, 3]))
                w = tf.get_variable('w', [3], initializer=tf.ones_initializer())
                loss = tf.reduce_mean(tf.square(tf.reduce_sum(inputs[-1] * w, 1) - 1.0))
                tf.get_variable_scope().reuse_variables()
                tower_grads.append(opt.compute_gradients(loss))
    grads = [(tf.reduce_mean(tf.stack([g for g, _ in both]), 0), both[0][1]) for both in zip(*tower_grads)]
    train_op = opt.apply_gradients(grads)
    sess = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))
    sess.run(tf.global_variables_initializer())
    ops = {'inputs': inputs, 'loss': loss, 'train_op': train_op}
    run_steps(sess, ops)


def run_steps(sess, ops):
    for step in range(3):
        batch = np.arange(12, dtype='f').reshape(4, 3) % 5 + step
        feed = {ops['inputs'][0]: batch[:2], ops['inputs'][1]: batch[2:]}
        print(sess.run([ops['train_op'], ops['loss']], feed)[1])


train()
