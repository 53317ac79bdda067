# expect: compat explicit devices, parity
"""Each tower lists its summaries by its scope; those of the last one are merged, behind the towers."""

import numpy as np
import tensorflow as tf


def average_gradients(tower_grads):
    averaged = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        averaged.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return averaged


x = tf.placeholder(tf.float32, [8, 3])
opt = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
parts = tf.split(x, 2)
with tf.variable_scope(tf.get_variable_scope()):
    for i in range(2):
        with tf.device('/gpu:%d' % i):
            with tf.name_scope('tower_%d' % i) as scope:
                w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
                out = tf.matmul(parts[i], w)
                tf.summary.scalar('activation', tf.reduce_mean(out))
                loss = tf.reduce_mean(tf.square(out - 1.0), name='loss')
                tf.summary.scalar(loss.op.name, loss)
                tf.get_variable_scope().reuse_variables()
                summaries = tf.get_collection(tf.GraphKeys.SUMMARIES, scope)
                tower_grads.append(opt.compute_gradients(loss))
train = opt.apply_gradients(average_gradients(tower_grads))
merged = tf.summary.merge(summaries)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(2):
        l, _, _ = sess.run([loss, merged, train], {x: rng.rand(8, 3)})
        print(repr(l))
