# expect: safe native
"""Early stopping: the number of rounds depends on what the runs give; the best is kept by the saver."""

import os
import tempfile

import numpy as np
import tensorflow as tf

save_path = os.path.join(tempfile.mkdtemp(), 'best_model')


def main():
    rng = np.random.RandomState(71)
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    with tf.variable_scope('model'):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.losses.mean_squared_error(y, tf.matmul(x, w))
    train_op = tf.train.GradientDescentOptimizer(0.9).minimize(loss)
    saver = tf.train.Saver(tf.global_variables(), max_to_keep=1)
    best, patience, epoch = float('inf'), 2, 0
    vx = np.eye(3)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        while patience and epoch < 20:
            bx = rng.rand(3, 3)
            sess.run(train_op, feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
            now = sess.run(loss, feed_dict={x: vx, y: vx.sum(1, keepdims=True)})
            if now < best:
                best, patience = now, 2
                saver.save(sess, save_path)
            else:
                patience -= 1
            epoch += 1
            print(epoch, now, patience)
        saver.restore(sess, save_path)
        print(best == sess.run(loss, feed_dict={x: vx, y: vx.sum(1, keepdims=True)}))


if __name__ == '__main__':
    main()
