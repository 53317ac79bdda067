# expect: compat, parity
"""A function fills a dictionary with parts of the batch, for the placeholders of all towers in a list."""

import numpy as np
import tensorflow as tf


def average_gradients(tower_grads):
    averaged = []
    for grads in zip(*tower_grads):
        averaged.append((tf.reduce_mean(tf.stack([g for g, _ in grads], 0), 0), grads[0][1]))
    return averaged


def fill(feed, models, size, batch_x, batch_y):
    for i in range(len(models)):
        x, y, _, _, _ = models[i]
        feed[x] = batch_x[i * size : (i + 1) * size]
        feed[y] = batch_y[i * size : (i + 1) * size]
    return feed


def main(towers=2, size=3):
    rate = tf.placeholder(tf.float32, shape=[])
    opt = tf.train.GradientDescentOptimizer(rate)
    models = []
    for k in range(towers):
        with tf.device("/gpu:%d" % k), tf.name_scope("tower_%d" % k):
            with tf.variable_scope("net", reuse=k > 0):
                x = tf.placeholder(tf.float32, [None, 4])
                y = tf.placeholder(tf.float32, [None, 1])
                w = tf.get_variable("w", [4, 1], initializer=tf.ones_initializer())
                pred = tf.matmul(x, w)
                loss = tf.reduce_mean(tf.square(pred - y))
                models.append((x, y, pred, loss, opt.compute_gradients(loss)))
    _, _, preds, losses, grads = zip(*models)
    mean_loss = tf.reduce_mean(losses)
    train_op = opt.apply_gradients(average_gradients(grads))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        numbers = np.random.RandomState(0)
        for step in range(4):
            feed = {}
            feed[rate] = 0.1
            feed = fill(feed, models, size, numbers.rand(6, 4), numbers.rand(6, 1))
            _, value = sess.run([train_op, mean_loss], feed)
            print("%.6f" % value)
        feed = fill({}, models, size, numbers.rand(6, 4), numbers.rand(6, 1))
        print(sess.run(mean_loss, feed))


main()
