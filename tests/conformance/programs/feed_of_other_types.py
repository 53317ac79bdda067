# expect: native, parity
"""Phases and counts are fed as numbers."""
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.int32, [None])
train = tf.placeholder(tf.bool, [], name='train')
k = tf.placeholder(tf.int32, [])
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
h = tf.cond(train, lambda: x * 2.0, lambda: x)
logits = tf.matmul(h, w)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)) * tf.to_float(k)
train_op = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        rows = rng.rand(6, 3)
        labels = np.floor(rng.rand(6) * 2)
        _, l = sess.run([train_op, loss], feed_dict={x: rows, y: labels, train: 1, k: np.float64(2.0)})
        print(l)
    print(sess.run(loss, feed_dict={x: rows, y: labels, train: 0, k: np.array(3.0)}))
    print(sess.run(loss, feed_dict={x: rows, y: labels.tolist(), train: np.int64(0), k: 3}))
