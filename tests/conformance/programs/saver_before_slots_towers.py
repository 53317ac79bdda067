# expect: native, parity
"""Towers whose saver is made before the update; the averages behind it are not saved either."""

import os
import tempfile

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
path = os.path.join(tempfile.mkdtemp(), 'model')


def main():
    rng = np.random.RandomState(55)
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        x = tf.placeholder(tf.float32, [None, 3])
        xs = tf.split(x, NUM_GPUS)
        opt = tf.train.MomentumOptimizer(0.05, 0.9)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
                    loss = tf.reduce_mean(tf.square(tf.matmul(xs[i], w) - 1.0))
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(loss))
        saver = tf.train.Saver()
        grads = [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*tower_grads)]
        apply_op = opt.apply_gradients(grads)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                if step == 3:
                    saver.restore(sess, path)
                print(step, sess.run([apply_op, loss], {x: rng.rand(4, 3)})[1])
                if step == 1:
                    saver.save(sess, path, write_meta_graph=False)
    print([name for name, _ in tf.train.list_variables(path)])


main()
