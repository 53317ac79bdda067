# expect: native, parity
"""Towers that ask a placeholder with a default whether they train: training feeds it, evaluation does not."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(12)


def model(x, training):
    h = tf.layers.dense(x, 4, name='one', kernel_initializer=tf.constant_initializer(0.1))
    h = tf.cond(training, lambda: h * 0.5, lambda: h)
    return tf.layers.dense(h, 1, name='two', kernel_initializer=tf.constant_initializer(0.2))


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        average.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return average


def main():
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        x = tf.placeholder(tf.float32, [None, 3], name='x')
        xs = tf.split(x, NUM_GPUS)
        training = tf.placeholder_with_default(False, [], name='training')
        rate = tf.placeholder_with_default(0.1, [])
        opt = tf.train.GradientDescentOptimizer(rate)
        tower_grads = []
        losses = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                    loss = tf.reduce_mean(tf.square(model(xs[i], training) - 1.0))
                    tf.get_variable_scope().reuse_variables()
                    losses.append(loss)
                    tower_grads.append(opt.compute_gradients(loss))
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        mean = tf.reduce_mean(losses)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                batch = rng.rand(4, 3)
                _, value = sess.run([train_op, mean], {x: batch, training: True, rate: 0.2 / (1 + step)})
                print(step, value, sess.run(mean, {x: batch}))
            print(sess.run([train_op, mean], {x: batch})[1])


if __name__ == '__main__':
    main()
