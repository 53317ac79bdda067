# expect: safe compat
"""Each tower is an object of the program's model class."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(81)


class Tower(object):
    def __init__(self, x, y):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        self.pred = tf.matmul(x, w)
        self.loss = tf.reduce_mean(tf.square(self.pred - y))


def average(tower_grads):
    result = []
    for pairs in zip(*tower_grads):
        result.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
    return result


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
opt = tf.train.MomentumOptimizer(0.1, 0.9)
grads, losses, preds = [], [], []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i):
        with tf.variable_scope('net', reuse=i > 0):
            tower = Tower(xs[i], ys[i])
            grads.append(opt.compute_gradients(tower.loss))
            losses.append(tower.loss)
            preds.append(tower.pred)
train_op = opt.apply_gradients(average(grads))
loss = tf.add_n(losses) / NUM_GPUS
pred = tf.concat(preds, 0)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(6, 3)
        feed = {x: bx, y: bx.sum(1, keepdims=True)}
        _, value = sess.run([train_op, loss], feed)
        print(i, value, sess.run(pred, feed).ravel())
