"""The other program: it restores what was trained, and asks for some values."""

import sys

import tensorflow as tf

from model import Model


def main():
    model = Model(3, training=False)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        saver = tf.train.Saver(tf.global_variables())
        if len(sys.argv) > 1:
            saver.restore(sess, sys.argv[1])
        print(['%.4f' % one for one in model.sample(sess, 3)])


if __name__ == '__main__':
    main()
