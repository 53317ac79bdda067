# expect: safe native
"""A summary and an accuracy of the first tower alone, made under `if i == 0`."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 3
rng = np.random.RandomState(83)


def average(tower_grads):
    return [(tf.add_n([g for g, _ in pairs]) / NUM_GPUS, pairs[0][1]) for pairs in zip(*tower_grads)]


with tf.Graph().as_default():
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
    opt = tf.train.GradientDescentOptimizer(0.1)
    tower_grads = []
    reuse_vars = False
    for i in range(NUM_GPUS):
        with tf.device('/gpu:%d' % i):
            with tf.variable_scope('model', reuse=reuse_vars):
                w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
                pred = tf.matmul(xs[i], w)
            loss = tf.reduce_mean(tf.square(pred - ys[i]))
            tower_grads.append(opt.compute_gradients(loss))
            if i == 0:
                first_loss = loss
                error = tf.reduce_mean(tf.abs(pred - ys[i]))
                tf.summary.scalar('loss', loss)
        reuse_vars = True
    train_op = opt.apply_gradients(average(tower_grads))
    merged = tf.summary.merge_all()
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            bx = rng.rand(6, 3)
            feed = {x: bx, y: bx.sum(1, keepdims=True)}
            _, text, a, b = sess.run([train_op, merged, first_loss, error], feed)
            print(i, a, b, len(text))
            print(sess.run([loss, error], feed))
