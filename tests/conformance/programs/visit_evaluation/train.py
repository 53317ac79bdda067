# expect: native, parity
"""What trains and evaluates stands in another file, and is handed the session, the graph and a saver."""

import os
import tempfile

import numpy as np
import tensorflow as tf

import loops
from loops import *
from loops.evaluation import evaluate as measure


def train():
    digits, folder = Digits(0, 12), tempfile.mkdtemp()
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.placeholder(tf.float32, [None, 1])
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.1))
    error = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(error)
    saver = tf.train.Saver()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            loss = train_epoch(sess, train_op, error, (x, y), digits, saver, os.path.join(folder, 'model'))
            print(epoch, loss, measure(sess, digits, error=error, pair={'inputs': x, 'targets': y}))
        print(sess.run(w), loops.SIZE)


if __name__ == '__main__':
    train()
