# expect: wrapped
"""Python behind a loop that builds towers reads what the loop goes through: its names stay with it."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [4, 3])
xs = tf.split(x, NUM_GPUS)
opt = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
        loss = tf.reduce_mean(tf.square(tf.matmul(xs[i], w) - 1.0))
        tower_grads.append(opt.compute_gradients(loss))
print('towers', i + 1)
train_op = opt.apply_gradients(
    [(tf.add_n([g for g, _ in pairs]) / NUM_GPUS, pairs[0][1]) for pairs in zip(*tower_grads)]
)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        value, _ = sess.run([loss, train_op], {x: rng.rand(4, 3)})
        print('%.5f of tower %d' % (value, i))
