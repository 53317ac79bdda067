# expect: compat, parity
"""Hyperparameters, losses, the global step and streaming metrics of contrib, and TensorFlow's version."""

from distutils.version import LooseVersion

import numpy as np
import tensorflow as tf

assert LooseVersion(tf.__version__) >= LooseVersion('1.0'), 'too old'
hparams = tf.contrib.training.HParams(rate=0.5, classes=3)
hparams.parse('rate=0.2')

rng = np.random.RandomState(11)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, hparams.classes])
step = tf.contrib.framework.get_or_create_global_step()
logits = tf.contrib.layers.fully_connected(x, hparams.classes, activation_fn=None)
beside = tf.contrib.layers.fully_connected(x, 2, scope='beside')
tf.contrib.losses.softmax_cross_entropy(logits, y)
decay = tf.add_n([tf.nn.l2_loss(v) for v in tf.contrib.framework.get_trainable_variables()])
loss = tf.contrib.losses.get_total_loss() + 0.1 * decay
right, count = tf.contrib.metrics.streaming_accuracy(tf.argmax(logits, 1), tf.argmax(y, 1))
train_op = tf.train.GradientDescentOptimizer(hparams.rate).minimize(loss, global_step=step)
with tf.Session() as sess:
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    for i in range(4):
        feed = {x: rng.rand(6, 4), y: np.eye(3)[rng.randint(0, 3, 6)]}
        sess.run(train_op, feed_dict=feed)
        sess.run(count, feed_dict=feed)
        print(i, sess.run(loss, feed_dict=feed), sess.run(step), sess.run(right))
