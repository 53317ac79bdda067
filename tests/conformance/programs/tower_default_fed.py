# expect: compat explicit devices, parity
"""A placeholder with a default is fed in some runs; batch statistics of the first tower alone."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
BATCH = 4
rng = np.random.RandomState(11)


def batch():
    x = rng.rand(NUM_GPUS * BATCH, 3).astype(np.float32)
    return x, x.sum(axis=1, keepdims=True)


def model(x, training, reuse):
    with tf.variable_scope('net', reuse=reuse):
        h = tf.layers.dense(x, 4, name='one', kernel_initializer=tf.constant_initializer(0.1))
        h = tf.layers.batch_normalization(h, training=training, name='bn')
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
        y = tf.placeholder(tf.float32, [None, 1], name='y')
        xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
        training = tf.placeholder_with_default(False, [], name='training')
        opt = tf.train.GradientDescentOptimizer(0.1)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                    loss = tf.reduce_mean(tf.square(model(xs[i], training, i > 0) - ys[i]))
                    if i == 0:
                        updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope)
                    tower_grads.append(opt.compute_gradients(loss))
        grads = average_gradients(tower_grads)
        with tf.control_dependencies(updates):
            train_op = opt.apply_gradients(grads)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by, training: True})
                print(sess.run(loss, {x: bx, y: by}))
                print(step, value)


if __name__ == '__main__':
    main()
