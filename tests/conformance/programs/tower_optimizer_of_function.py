# expect: native
"""Towers whose optimizer a function makes, looked up in a table of its own."""

import numpy as np
import tensorflow as tf

BOUNDARIES = [2, 4]


def make_optimizer(rate, step, kind='adam'):
    kinds = {
        'adam': tf.train.AdamOptimizer,
        'sgd': tf.train.GradientDescentOptimizer,
        'momentum': tf.train.MomentumOptimizer,
    }
    rate = tf.train.piecewise_constant(step, BOUNDARIES, [rate, rate * 0.5, rate * 0.1])
    if kind == 'momentum':
        opt = kinds[kind](rate, momentum=0.9)
    else:
        opt = kinds[kind](rate)
    return opt


def main():
    x = tf.placeholder(tf.float32, [4, 3])
    step = tf.get_variable('step', [], tf.int32, initializer=tf.zeros_initializer(), trainable=False)
    opt = make_optimizer(0.1, step)
    tower_grads = []
    with tf.variable_scope(tf.get_variable_scope()):
        for i, part in enumerate(tf.split(x, 2)):
            with tf.device('/gpu:%d' % i):
                w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
                loss = tf.reduce_mean(tf.square(tf.matmul(part, w) - 1.0))
                tf.get_variable_scope().reuse_variables()
                tower_grads.append(opt.compute_gradients(loss))
    averaged = []
    for pairs in zip(*tower_grads):
        averaged.append((tf.reduce_mean(tf.stack([grad for grad, _ in pairs]), 0), pairs[0][1]))
    train_op = opt.apply_gradients(averaged, global_step=step)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(6):
            rows = np.linspace(i, i + 1, 12).reshape(4, 3).astype(np.float32)
            _, value = sess.run([train_op, loss], {x: rows})
            print(i, value)


if __name__ == '__main__':
    main()
