# expect: native MirroredStrategy, parity
"""Towers, averages of their weights, and savers of what is chosen by name, in a loop and in a comprehension."""

import os
import tempfile

import numpy as np
import tensorflow as tf

NUM_GPUS = 3
BATCH = 4
path = os.path.join(tempfile.mkdtemp(), 'model.ckpt')
rng = np.random.RandomState(11)


def model(x):
    with tf.variable_scope('hidden'):
        w = tf.get_variable('w', [3, 2], initializer=tf.random_normal_initializer(stddev=0.5, seed=1))
        hidden = tf.nn.relu(tf.matmul(x, w))
    with tf.variable_scope('out'):
        w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
        return tf.matmul(hidden, w)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        average.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return average


def main():
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        x = tf.placeholder(tf.float32, [None, 3], name='x')
        y = tf.placeholder(tf.float32, [None, 1], name='y')
        xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
        opt = tf.train.MomentumOptimizer(0.05, 0.9)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                    loss = tf.reduce_mean(tf.square(model(xs[i]) - ys[i]))
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(loss))
        apply_op = opt.apply_gradients(average_gradients(tower_grads))
        ema = tf.train.ExponentialMovingAverage(0.5)
        with tf.control_dependencies([apply_op]):
            train_op = ema.apply(tf.trainable_variables())
        saver = tf.train.Saver(tf.global_variables(), max_to_keep=3)
        averaged = {}
        for v in tf.trainable_variables():
            if v.op.name.startswith('out'):
                averaged[ema.average_name(v)] = v
        averages = tf.train.Saver(averaged)
        hidden = tf.train.Saver([v for v in tf.global_variables() if 'hidden' in v.name and 'Average' not in v.name])
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(8):
                if step == 3:
                    saver.save(sess, path)
                if step == 5:
                    averages.restore(sess, path)
                if step == 7:
                    hidden.restore(sess, path)
                bx = rng.rand(NUM_GPUS * BATCH, 3)
                _, value = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
                print(step, value)


if __name__ == '__main__':
    main()
