# expect: compat, not run: the original ends with NotFoundError: /nowhere; No such file or directory
"""The default graph is entered, which is what is built in anyway; a saver is told the averages in it."""

import tensorflow as tf


def main():
    with tf.get_default_graph().as_default():
        x = tf.placeholder(tf.float32, [None, 2])
        out = tf.layers.batch_normalization(tf.layers.dense(x, 1), training=True)
        saver = tf.train.Saver(tf.train.ExponentialMovingAverage(0.9).variables_to_restore())
        with tf.Session() as sess:
            saver.restore(sess, '/nowhere/model')
            print(sess.run(out, {x: [[1.0, 2.0]]}))


main()
