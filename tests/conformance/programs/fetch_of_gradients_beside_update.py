# expect: compat, parity
"""The pairs of an optimizer are fetched beside the update."""
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name='x')
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
opt = tf.train.GradientDescentOptimizer(0.1)
grads_and_vars = opt.compute_gradients(loss)
train_op = opt.apply_gradients(grads_and_vars)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        feed = {x: rng.rand(4, 3)}
        _, l, gv = sess.run([train_op, loss, grads_and_vars], feed_dict=feed)
        print(l, [(g.sum(), v.shape) for g, v in gv])
        g_only = sess.run([g for g, _ in grads_and_vars], feed_dict=feed)
        print([g.sum() for g in g_only])
