# expect: compat, parity
"""The update waits for averages of all losses; a run of its own reads one of them."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
BATCH = 4
rng = np.random.RandomState(11)


def batch():
    x = rng.rand(NUM_GPUS * BATCH, 3).astype(np.float32)
    return x, x.sum(axis=1, keepdims=True)


def model(x):
    with tf.variable_scope('fc'):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
        return tf.matmul(x, w) + b


def add_loss_summaries(total_loss):
    loss_averages = tf.train.ExponentialMovingAverage(0.9, name='avg')
    losses = tf.get_collection('losses')
    loss_averages_op = loss_averages.apply(losses + [total_loss])
    for one in losses + [total_loss]:
        tf.summary.scalar(one.op.name + ' (raw)', one)
        tf.summary.scalar(one.op.name, loss_averages.average(one))
    return loss_averages_op, loss_averages


def main():
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        x = tf.placeholder(tf.float32, [None, 3], name='x')
        y = tf.placeholder(tf.float32, [None, 1], name='y')
        opt = tf.train.GradientDescentOptimizer(0.1)
        loss = tf.reduce_mean(tf.square(model(x) - y), name='mse')
        tf.add_to_collection('losses', loss)
        total = tf.add_n(tf.get_collection('losses'), name='total_loss')
        loss_averages_op, averages = add_loss_summaries(total)
        mean_loss = averages.average(total)
        with tf.control_dependencies([loss_averages_op]):
            grads = opt.compute_gradients(total)
        train_op = opt.apply_gradients(grads)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value = sess.run([train_op, total], feed_dict={x: bx, y: by})
                print(step, value, sess.run(mean_loss, {x: bx, y: by}))


if __name__ == '__main__':
    main()
