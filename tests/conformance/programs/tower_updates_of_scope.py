# expect: compat explicit devices, parity
"""Batch normalisation by hand: of all updates, those of the first tower, found by its scope."""

import numpy as np
import tensorflow as tf

TOWERS = 2


def batch_norm(x, scope):
    with tf.variable_scope(scope, reuse=tf.AUTO_REUSE):
        gamma = tf.get_variable('gamma', [3], initializer=tf.ones_initializer())
        mean = tf.get_variable('mean', [3], initializer=tf.zeros_initializer(), trainable=False)
        batch_mean, batch_var = tf.nn.moments(x, [0])
        update = tf.assign(mean, 0.9 * mean + 0.1 * batch_mean)
        tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, update)
        return gamma * (x - batch_mean) / tf.sqrt(batch_var + 1e-3)


x = tf.placeholder(tf.float32, [8, 3])
opt = tf.train.GradientDescentOptimizer(0.1)
grads = []
parts = tf.split(x, TOWERS)
for i in range(TOWERS):
    with tf.device('/gpu:%d' % i):
        with tf.name_scope('tower_%d' % i) as scope:
            h = batch_norm(parts[i], 'bn1')
            with tf.variable_scope('out', reuse=tf.AUTO_REUSE):
                w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
            loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - 1.0))
            if i == 0:
                updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope)
            grads.append(opt.compute_gradients(loss))
averaged = []
for pairs in zip(*grads):
    averaged.append((tf.add_n([g for g, _ in pairs]) / TOWERS, pairs[0][1]))
with tf.control_dependencies(updates):
    train = opt.apply_gradients(averaged)
total = tf.add_n([tf.reduce_sum(v) for v in tf.global_variables()])
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        l, _ = sess.run([loss, train], {x: rng.rand(8, 3)})
        print(repr(l))
    print(sess.run(total))
