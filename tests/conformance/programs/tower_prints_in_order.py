# expect: compat, parity
"""What is printed for each tower, and behind all of them, comes in its order, though two steps have towers."""

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
    print("begin")
    for k in range(towers):
        print("tower %d" % k)
        with tf.device("/gpu:%d" % k), tf.name_scope("tower_%d" % k):
            with tf.variable_scope("net", reuse=k > 0):
                x = tf.placeholder(tf.float32, [None, 4])
                y = tf.placeholder(tf.float32, [None, 1])
                w = tf.get_variable("w", [4, 1], initializer=tf.ones_initializer())
                pred = tf.matmul(x, w)
                loss = tf.reduce_mean(tf.square(pred - y))
                grads = opt.compute_gradients(loss)
                models.append((x, y, pred, loss, grads))
    print("towers")
    _, _, preds, losses, tower_grads = zip(*models)
    mean_loss = tf.reduce_mean(losses)
    grads = average_gradients(tower_grads)
    train_op = opt.apply_gradients(grads)
    with tf.Session() as sess:

        def valid():
            feed = fill({}, models, size, numbers.rand(6, 4), numbers.rand(6, 1))
            return sess.run([mean_loss], feed)

        sess.run(tf.global_variables_initializer())
        print("ready")
        numbers = np.random.RandomState(0)
        for step in range(4):
            feed = {}
            feed[rate] = 0.1
            feed = fill(feed, models, size, numbers.rand(6, 4), numbers.rand(6, 1))
            _, value = sess.run([train_op, mean_loss], feed)
            print("%.6f" % value)
        print(valid())


main()
