# expect: compat, parity
"""Layers with batch normalisation, its updates behind the training, and an evaluation in between."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(1)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.int64, [None])
is_training = tf.placeholder(tf.bool)
h = tf.layers.dense(x, 5, kernel_initializer=tf.constant_initializer(0.1))
h = tf.layers.batch_normalization(h, training=is_training)
logits = tf.layers.dense(tf.nn.relu(h), 2, kernel_initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
update_ops = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
with tf.control_dependencies(update_ops):
    train = tf.train.AdamOptimizer(0.01).minimize(loss)
acc = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), y), tf.float32))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(8, 3)
        by = (bx.sum(1) > 1.5).astype(int)
        _, l = sess.run([train, loss], feed_dict={x: bx, y: by, is_training: True})
        a, l2 = sess.run([acc, loss], feed_dict={x: bx, y: by, is_training: False})
        print(i, l, a, l2)
