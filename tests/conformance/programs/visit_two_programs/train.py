# expect: native, parity
"""Two programs hand their sessions to the same functions of a third file, which change for both alike."""

import tensorflow as tf

import utils
from utils import Data, net


def main():
    data = Data(0)
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    loss = net(x, y)
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            batch = data.batch()
            sess.run(train_op, feed_dict=utils.make_feed(x, y, batch))
            print(step, utils.evaluate(sess, loss, x, y, data))


if __name__ == '__main__':
    main()
