# expect: compat, parity
"""Batch norm by hand in towers, by assign_moving_average."""
import numpy as np
import tensorflow as tf
from tensorflow.python.training import moving_averages


def batch_norm(x, is_training, name):
    with tf.variable_scope(name):
        shape = [int(x.get_shape()[-1])]
        beta = tf.get_variable('beta', shape, initializer=tf.zeros_initializer())
        mean = tf.get_variable('moving_mean', shape, initializer=tf.zeros_initializer(), trainable=False)
        var = tf.get_variable('moving_var', shape, initializer=tf.ones_initializer(), trainable=False)
        m, v = tf.nn.moments(x, [0])
        if is_training:
            up_m = moving_averages.assign_moving_average(mean, m, 0.9)
            up_v = moving_averages.assign_moving_average(var, v, 0.9)
            tf.add_to_collection('ups', up_m)
            tf.add_to_collection('ups', up_v)
        return tf.nn.batch_normalization(x, m, v, beta, None, 1e-3)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        g = tf.concat([tf.expand_dims(g, 0) for g, _ in pairs], 0)
        average.append((tf.reduce_mean(g, 0), pairs[0][1]))
    return average


def main():
    x = tf.placeholder(tf.float32, [8, 3])
    y = tf.placeholder(tf.float32, [8, 2])
    opt = tf.train.GradientDescentOptimizer(0.1)
    tower_grads = []
    xs, ys = tf.split(x, 2), tf.split(y, 2)
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(2):
            with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
                h = batch_norm(tf.matmul(xs[i], w), i == 0, 'bn')
                loss = tf.reduce_mean(tf.square(h - ys[i]))
                tf.get_variable_scope().reuse_variables()
                updates = tf.get_collection('ups')
                tower_grads.append(opt.compute_gradients(loss))
    apply_op = opt.apply_gradients(average_gradients(tower_grads))
    train_op = tf.group(apply_op, *updates)
    rng = np.random.RandomState(0)
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            _, l = sess.run([train_op, loss], {x: rng.rand(8, 3), y: rng.rand(8, 2)})
            print(l)


if __name__ == '__main__':
    main()
