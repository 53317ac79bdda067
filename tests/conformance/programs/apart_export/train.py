# expect: apart, parity
"""What looks into a checkpoint's graph is another program, which shares files that come out the same."""

import os
import tempfile

import tensorflow as tf

import data
from net import Regression


def main():
    batches = data.batches(2, 6)
    with tf.Graph().as_default():
        model = Regression(rate=0.1)
        saver = tf.train.Saver()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step, (x, y) in enumerate(batches):
                _, loss = sess.run([model.train_op, model.loss], {model.x: x, model.y: y})
                print(step, loss)
            saver.save(sess, os.path.join(tempfile.mkdtemp(), 'model'))


if __name__ == '__main__':
    main()
