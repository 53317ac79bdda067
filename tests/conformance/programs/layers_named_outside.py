# expect: compat, parity
"""A table of the module names layers that keep averages; what builds the graph looks them up, and calls one."""

import numpy as np
import tensorflow as tf

NORMALIZERS = {'batch': tf.layers.batch_normalization, 'none': None}


def build(x, normalizer):
    net = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.1))
    if NORMALIZERS[normalizer] is not None:
        net = tf.layers.batch_normalization(net, momentum=0.5, training=True)
    return tf.layers.dense(net, 1, kernel_initializer=tf.constant_initializer(0.1))


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    loss = tf.reduce_mean(tf.square(build(x, 'batch') - tf.reduce_sum(x)))
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    rng = np.random.RandomState(5)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
            print(step, value)


main()
