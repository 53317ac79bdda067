# expect: native, parity
"""Towers read a rate that the loop sets; an epoch that no tower needs is set, read, saved and restored too."""

import os
import tempfile

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
path = os.path.join(tempfile.mkdtemp(), 'model')


def average(tower_grads):
    result = []
    for pairs in zip(*tower_grads):
        grads = [g for g, _ in pairs]
        result.append((tf.reduce_mean(tf.stack(grads), 0), pairs[0][1]))
    return result


def main():
    rng = np.random.RandomState(55)
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        x = tf.placeholder(tf.float32, [None, 3])
        xs = tf.split(x, NUM_GPUS)
        scale = tf.Variable(1.0, name='scale', trainable=False)
        epoch = tf.Variable(0, name='epoch', trainable=False)
        tf.Variable([2.0, 3.0], name='unused', trainable=False)
        opt = tf.train.MomentumOptimizer(0.05, 0.9)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
                    loss = scale * tf.reduce_mean(tf.square(tf.matmul(xs[i], w) - 1.0))
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(loss))
        apply_op = opt.apply_gradients(average(tower_grads))
        saver = tf.train.Saver()
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                if step == 3:
                    saver.restore(sess, path)
                    print(sess.run(epoch))
                scale.load(1.0 / (1 + step), sess)
                sess.run(epoch.assign(step))
                print(step, sess.run([apply_op, loss], {x: rng.rand(4, 3)})[1])
                if step == 1:
                    saver.save(sess, path, write_meta_graph=False)
    reader = tf.train.NewCheckpointReader(path)
    for name in sorted(reader.get_variable_to_shape_map()):
        print(name, reader.get_tensor(name).tolist())


main()
