# expect: safe native
"""Each tower's loss has another weight, and its own bias."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(84)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
opt = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=tf.AUTO_REUSE):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        loss = (i + 1.0) * tf.reduce_mean(tf.square(tf.matmul(xs[i], w) + 0.1 * i - ys[i]))
        tower_grads.append(opt.compute_gradients(loss, [w]))
grads = [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*tower_grads)]
train_op = opt.apply_gradients(grads)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        bx = rng.rand(4, 3)
        _, value = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
        print(step, value)
