# expect: compat explicit devices, parity
"""Summaries of the first tower, to which those of the averaged gradients are added."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 3
BATCH = 4
rng = np.random.RandomState(0)


def batch():
    x = rng.rand(NUM_GPUS * BATCH, 3).astype(np.float32)
    return x, x.sum(axis=1, keepdims=True)


def model(x, reuse=None):
    with tf.variable_scope('fc', reuse=reuse):
        w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
        b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
        return tf.matmul(x, w) + b


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
        global_step = tf.train.get_or_create_global_step()
        xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
        opt = tf.train.AdamOptimizer(0.01)
        tower_grads = []
        for i in range(NUM_GPUS):
            with tf.device('/gpu:%d' % i):
                with tf.name_scope('tower_%d' % i) as scope:
                    out = model(xs[i], reuse=i > 0)
                    loss = tf.reduce_mean(tf.square(out - ys[i]))
                    if i == 0:
                        accuracy = tf.reduce_mean(tf.cast(tf.abs(out - ys[i]) < 0.5, tf.float32))
                        tf.summary.scalar('loss', loss)
                        summaries = tf.get_collection(tf.GraphKeys.SUMMARIES, scope)
                    tower_grads.append(opt.compute_gradients(loss))
        grads = average_gradients(tower_grads)
        for g, v in grads:
            summaries.append(tf.summary.histogram(v.op.name + '/gradients', g))
        apply_op = opt.apply_gradients(grads, global_step=global_step)
        ema = tf.train.ExponentialMovingAverage(0.9, global_step)
        with tf.control_dependencies([apply_op]):
            train_op = ema.apply(tf.trainable_variables())
        summary_op = tf.summary.merge(summaries)
        test = tf.reduce_mean(tf.abs(model(x, reuse=True) - y))
        saver = tf.train.Saver(tf.global_variables())
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
                print(step, value, sess.run([test, accuracy], {x: bx, y: by}))
                sess.run(summary_op, {x: bx, y: by})


if __name__ == '__main__':
    main()
