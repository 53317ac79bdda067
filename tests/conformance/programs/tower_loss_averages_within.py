# expect: compat explicit devices, parity
"""Each tower returns its loss once the averages of its losses are updated."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
BATCH = 4
rng = np.random.RandomState(11)


def batch():
    x = rng.rand(NUM_GPUS * BATCH, 3).astype(np.float32)
    return x, x.sum(axis=1, keepdims=True)


def model(x):
    with tf.variable_scope('fc', reuse=tf.AUTO_REUSE):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
        return tf.matmul(x, w) + b


def tower_loss(scope, x, y):
    fit = tf.reduce_mean(tf.square(model(x) - y), name='fit')
    tf.add_to_collection('losses', fit)
    losses = tf.get_collection('losses', scope)
    total_loss = tf.add_n(losses, name='total_loss')
    loss_averages = tf.train.ExponentialMovingAverage(0.9, zero_debias=True, name='avg')
    loss_averages_op = loss_averages.apply(losses + [total_loss])
    with tf.control_dependencies([loss_averages_op]):
        total_loss = tf.identity(total_loss)
    return total_loss


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
        opt = tf.train.GradientDescentOptimizer(0.1)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                    loss = tower_loss(scope, xs[i], ys[i])
                    tower_grads.append(opt.compute_gradients(loss))
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
                print(step, value)


if __name__ == '__main__':
    main()
