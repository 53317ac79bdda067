# expect: native explicit devices, parity
"""A configuration that conditions make, for towers without averaging on devices that it lists."""

import os

import numpy as np
import tensorflow as tf


def configured(threads):
    config = tf.ConfigProto(intra_op_parallelism_threads=threads)
    config.gpu_options.visible_device_list = '1,2'
    return config


def main():
    data = tf.data.Dataset.from_tensor_slices(np.arange(12.0, dtype=np.float32).reshape(6, 2))
    iterator = tf.data.make_one_shot_iterator(data.batch(2).repeat())
    rows = iterator.get_next()
    with tf.device('/gpu:0'):
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        out = tf.matmul(rows, w)
    with tf.device('/gpu:1'):
        loss = tf.reduce_mean(tf.square(out - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.001).minimize(loss)
    config = configured(threads=2)
    if os.environ.get('GROW', '1') == '1':
        config.gpu_options.allow_growth = True
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            print(sess.run([train_op, loss])[1])


main()
