# expect: native, parity
"""The accuracy is built in the training loop, over and over; the graph grows, its value does not."""

import numpy as np
import tensorflow as tf


def main():
    rng = np.random.RandomState(9)
    axis = 1
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [4, 3], initializer=tf.constant_initializer(0.1))
    scores = tf.matmul(x, w)
    loss = tf.reduce_mean(tf.square(scores - y))
    train_op = tf.train.GradientDescentOptimizer(0.3).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            for k in range(2):
                batch = rng.rand(6, 4)
                sess.run(train_op, {x: batch, y: batch[:, :3]})
            right = tf.equal(tf.argmax(scores, axis), tf.argmax(y, axis))  # built in every epoch
            accuracy = tf.reduce_mean(tf.cast(right, tf.float32))
            print(epoch, sess.run(accuracy, {x: np.eye(4), y: np.eye(4)[:, :3]}))
            if epoch == 2:
                norm = tf.nn.l2_loss(w)
                norm = sess.run(norm)
                print('norm', norm)


main()
