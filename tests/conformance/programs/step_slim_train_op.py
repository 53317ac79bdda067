# expect: compat, parity
"""slim's own training step, over normalisation that a placeholder switches, with its gradients clipped."""

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim


def main():
    x = tf.placeholder(tf.float32, [None, 2])
    training = tf.placeholder(tf.bool, [])
    with slim.arg_scope([slim.fully_connected], normalizer_fn=slim.batch_norm), slim.arg_scope(
        [slim.batch_norm], is_training=training, decay=0.6
    ):
        hidden = slim.fully_connected(x, 3, weights_initializer=tf.constant_initializer(0.3))
        with slim.arg_scope([slim.fully_connected], activation_fn=None):
            y = slim.fully_connected(hidden, 2, weights_initializer=tf.constant_initializer(0.7))
    slim.losses.mean_squared_error(y, tf.ones_like(y))
    loss = slim.losses.get_total_loss()
    train_op = slim.learning.create_train_op(loss, tf.train.MomentumOptimizer(0.1, 0.9), clip_gradient_norm=0.2)
    rng = np.random.RandomState(9)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            print(sess.run(train_op, {x: rng.rand(5, 2), training: True}))
        print(sess.run(y, {x: rng.rand(5, 2), training: False}))


main()
