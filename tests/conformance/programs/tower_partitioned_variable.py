# expect: compat, parity
"""Towers of a partitioned variable: its parts have no replicas, so the towers stay on their devices."""

import numpy as np
import tensorflow as tf

TOWERS = 2
x = tf.placeholder(tf.float32, [4, 4])
y = tf.placeholder(tf.float32, [4, 2])

def average_gradients(tower_grads):
    result = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        result.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return result

opt = tf.train.AdamOptimizer(0.1)
xs, ys = tf.split(x, TOWERS), tf.split(y, TOWERS)
tower_grads = []
with tf.variable_scope(tf.get_variable_scope(), partitioner=tf.fixed_size_partitioner(2)):
    for i in range(TOWERS):
        with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
            w = tf.get_variable('w', [4, 2], initializer=tf.truncated_normal_initializer(seed=1))
            loss = tf.reduce_mean(tf.square(tf.matmul(xs[i], w) - ys[i]))
            tf.get_variable_scope().reuse_variables()
            tower_grads.append(opt.compute_gradients(loss))
train = opt.apply_gradients(average_gradients(tower_grads))
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    r = np.random.RandomState(0)
    for i in range(5):
        _, l = sess.run([train, loss], {x: r.rand(4, 4), y: r.rand(4, 2)})
        print(i, l)
