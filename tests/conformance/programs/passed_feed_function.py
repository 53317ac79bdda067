# expect: native, parity
"""What is fed comes from a function that is given the placeholders, as the first tutorials had it."""

import numpy as np
import tensorflow as tf


def fill_feed(rng, inputs_pl, targets_pl):
    """A dictionary from placeholders to the next batch."""
    batch = rng.rand(4, 3)
    feed_dict = {
        inputs_pl: batch,
        targets_pl: batch.sum(1),
    }
    return feed_dict


def do_eval(sess, correct, inputs_placeholder, targets_placeholder, rng):
    for _ in range(2):
        feed_dict = fill_feed(rng, inputs_placeholder, targets_placeholder)
        print(sess.run(correct, feed_dict=feed_dict))


def run_training():
    rng = np.random.RandomState(0)
    with tf.Graph().as_default():
        inputs_placeholder = tf.placeholder(tf.float32, shape=(4, 3))
        targets_placeholder = tf.placeholder(tf.float32, shape=(4))
        w = tf.Variable(tf.ones([3]), name='w')
        out = tf.reduce_sum(inputs_placeholder * w, 1)
        loss = tf.reduce_mean(tf.square(out - targets_placeholder * 2.0))
        train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
        correct = tf.reduce_sum(tf.cast(tf.abs(out - targets_placeholder * 2.0) < 1.0, tf.int32))
        init = tf.global_variables_initializer()
        sess = tf.Session()
        sess.run(init)
        for step in range(4):
            feed_dict = fill_feed(rng, inputs_placeholder, targets_placeholder)
            _, value = sess.run([train_op, loss], feed_dict=feed_dict)
            print(step, value)
            if step % 2 == 1:
                do_eval(sess, correct, inputs_placeholder, targets_placeholder, rng)


run_training()
