# expect: native MirroredStrategy, parity
"""Towers append expressions that read the weights; the mean of them is fetched with the update."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 3
rng = np.random.RandomState(0)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        average.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return average


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
opt = tf.train.MomentumOptimizer(0.1, 0.9)
tower_grads, penalties = [], []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
        read = tf.identity(w)  # once: a read that no gradient depends on may come before the update or after
        loss = tf.reduce_mean(tf.square(tf.matmul(xs[i], read) - ys[i]))
        penalties.append(loss + 0.1 * tf.nn.l2_loss(read))  # what is shown
        tower_grads.append(opt.compute_gradients(loss))
train_op = opt.apply_gradients(average_gradients(tower_grads))
shown = tf.reduce_mean(tf.stack(penalties))

with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(12, 3)
        _, value = sess.run([train_op, shown], feed_dict={x: bx, y: bx.sum(axis=1, keepdims=True)})
        print(step, value)
