# expect: compat, parity
"""Gradients are fetched with their variables, as the optimizer has them."""
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name='x')
ids = tf.placeholder(tf.int32, [None])
table = tf.get_variable('table', [5, 3], initializer=tf.ones_initializer())
unused = tf.get_variable('unused', [5, 3], initializer=tf.ones_initializer())
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
out = tf.matmul(x + tf.nn.embedding_lookup(table, ids), w)
loss = tf.reduce_mean(tf.square(out - 1.0))
opt = tf.train.GradientDescentOptimizer(0.1)
grads = opt.compute_gradients(loss)
pairs = [(g, v) for g, v in grads if g is not None]
train_op = opt.apply_gradients(grads)
sparse = tf.gradients(loss, table)[0]
tvars = tf.trainable_variables()
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        feed = {x: rng.rand(4, 3), ids: [0, 1, 1, 3]}
        got = sess.run(pairs, feed_dict=feed)
        for g, v in got:
            print(type(g).__name__, np.shape(v), np.sum(v))
        s = sess.run(sparse, feed_dict=feed)
        print(type(s).__name__, s.values.sum(), s.indices, s.dense_shape)
        print([np.sum(one) for one in sess.run(tvars)])
        print([np.sum(one) for one in sess.run(tf.trainable_variables())])
        _, l = sess.run([train_op, loss], feed_dict=feed)
        print(l)
