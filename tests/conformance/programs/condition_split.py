# expect: native
"""Conditions that hold parts of the graph beside Python which others read, with tests that stay the same."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_float('decay', 0.1, 'of the weights')
tf.app.flags.DEFINE_integer('shown', 2, 'every so many steps')
FLAGS = tf.app.flags.FLAGS


def train(steps, is_noisy):
    x = tf.placeholder(tf.float32, [None, 4])
    w = tf.get_variable('w', [4, 1], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    # How it is regularised decides what is shown.
    if FLAGS.decay > 0.0 and not is_noisy:
        decay = FLAGS.decay * tf.nn.l2_loss(w)
        loss = loss + decay
        label = 'with decay'
        shown = FLAGS.shown
    else:
        loss = 2.0 * loss
    if is_noisy:
        label, shown = 'noisy', 1
    update = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(steps):
            _, value = sess.run([update, loss], {x: np.eye(4)})
            if step % shown == 0:
                print(label, step, value)


train(5, is_noisy=False)
