# expect: safe compat
"""A streaming accuracy, set back at the start of each epoch."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [None, 2], name='x')
labels = tf.placeholder(tf.int64, [None], name='labels')
w = tf.get_variable('w', [2, 2], initializer=tf.constant_initializer([[0.1, -0.1], [0.2, 0.3]]))
logits = tf.matmul(x, w)
loss = tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
train_op = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
accuracy, update_op = tf.metrics.accuracy(labels, tf.argmax(logits, 1), name='accuracy')

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        sess.run(tf.local_variables_initializer())
        for step in range(3):
            bx = rng.randn(8, 2)
            by = (bx[:, 0] > bx[:, 1]).astype(np.int64)
            sess.run([train_op, update_op], feed_dict={x: bx, labels: by})
        print(epoch, sess.run(accuracy))
