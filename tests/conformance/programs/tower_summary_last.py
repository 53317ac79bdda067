# expect: compat explicit devices, parity
"""A step gives the summary of the last tower, and a list of all."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(4)


def average(tower_grads):
    return [(tf.add_n([g for g, _ in pairs]) / NUM_GPUS, pairs[0][1]) for pairs in zip(*tower_grads)]


def tags(text):
    summary = tf.Summary()
    summary.ParseFromString(text)
    return [(value.tag, round(value.simple_value, 5)) for value in summary.value]


x = tf.placeholder(tf.float32, [4, 3])
xs = tf.split(x, NUM_GPUS)
opt = tf.train.GradientDescentOptimizer(0.1)
tower_grads, each = [], []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
        loss = tf.reduce_mean(tf.square(tf.matmul(xs[i], w) - 1.0))
        last = tf.summary.scalar('loss', loss)
        each.append(tf.summary.scalar('mean_%d' % i, tf.reduce_mean(w)))
        tower_grads.append(opt.compute_gradients(loss))
train_op = opt.apply_gradients(average(tower_grads))
merged = tf.summary.merge(each)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        feed = {x: rng.rand(4, 3)}
        _, text = sess.run([train_op, last], feed)
        print(step, tags(text), tags(sess.run(merged, feed)))
