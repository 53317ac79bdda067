# expect: compat, parity
"""slim's layers under an arg_scope, with weight decay in the losses."""

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim


def net(images, is_training=True):
    with slim.arg_scope([slim.conv2d, slim.fully_connected],
                        weights_initializer=tf.constant_initializer(0.05),
                        weights_regularizer=slim.l2_regularizer(0.01)):
        h = slim.conv2d(images, 4, [3, 3], scope='conv1')
        h = slim.max_pool2d(h, [2, 2], scope='pool1')
        h = slim.flatten(h)
        return slim.fully_connected(h, 2, activation_fn=None, scope='logits')


rng = np.random.RandomState(3)
images = tf.placeholder(tf.float32, [4, 6, 6, 1])
labels = tf.placeholder(tf.int32, [4])
logits = net(images)
tf.losses.sparse_softmax_cross_entropy(labels, logits)
total = tf.losses.get_total_loss()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(total)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        feed = {images: rng.rand(4, 6, 6, 1), labels: [0, 1, 1, 0]}
        _, value = sess.run([train_op, total], feed)
        print(i, value)
