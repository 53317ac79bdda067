# expect: native MirroredStrategy, parity
"""Layers by a flag, and the whole batch through them behind the towers."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
BATCH = 4
rng = np.random.RandomState(11)


def batch():
    x = rng.rand(NUM_GPUS * BATCH, 3).astype(np.float32)
    return x, x.sum(axis=1, keepdims=True)


def model(x, reuse):
    with tf.variable_scope('net', reuse=reuse):
        h = tf.layers.dense(x, 4, activation=tf.nn.relu, kernel_initializer=tf.constant_initializer(0.1))
        return tf.layers.dense(h, 1, kernel_initializer=tf.constant_initializer(0.2))


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
        reuse_vars = False
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                    loss = tf.reduce_mean(tf.square(model(xs[i], reuse_vars) - ys[i]))
                    reuse_vars = True
                    tower_grads.append(opt.compute_gradients(loss))
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        predictions = model(x, True)
        accuracy = tf.reduce_mean(tf.cast(tf.abs(predictions - y) < 0.5, tf.float32))
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
                print(step, value)
            print(sess.run(accuracy, {x: bx, y: by}))


if __name__ == '__main__':
    main()
