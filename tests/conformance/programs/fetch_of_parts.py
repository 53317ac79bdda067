# expect: compat, parity
"""Parts of what an optimizer and a recurrent network give are fetched."""
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 2, 3], name='x')
ids = tf.placeholder(tf.int32, [4])
table = tf.get_variable('table', [5, 3], initializer=tf.ones_initializer())
cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.LSTMCell(3, initializer=tf.ones_initializer()) for _ in range(2)])
outputs, state = tf.nn.dynamic_rnn(cell, x + tf.expand_dims(tf.nn.embedding_lookup(table, ids), 1), dtype=tf.float32)
loss = tf.reduce_mean(tf.square(outputs))
opt = tf.train.GradientDescentOptimizer(0.1)
grads = opt.compute_gradients(loss)
first = grads[0]
g0 = grads[0][0]
clipped = tf.clip_by_norm(g0, 0.1)
norm = tf.global_norm([g for g, _ in grads])
train_op = opt.apply_gradients(grads)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        feed = {x: rng.rand(4, 2, 3), ids: [0, 1, 1, 3]}
        print(sess.run(state[0], feed))
        print(sess.run(state[1].h, feed))
        print(sess.run(grads[0], feed))
        print(sess.run(grads[0][0], feed))
        print(sess.run(first, feed))
        print(sess.run(g0, feed))
        print(sess.run(clipped, feed))
        print(sess.run(norm, feed))
        print(sess.run([g for g, _ in grads], feed)[1])
        _, l, n = sess.run([train_op, loss, norm], feed_dict=feed)
        print(l, n)
