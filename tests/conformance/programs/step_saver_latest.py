# expect: native, parity
"""The latest checkpoint, of the trainable variables alone."""

import os
import shutil
import tempfile

import numpy as np
import tensorflow as tf

tmp = tempfile.mkdtemp()


def train():
    rng = np.random.RandomState(6)
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
    global_step = tf.train.get_or_create_global_step()
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=global_step)
    saver = tf.train.Saver(tf.trainable_variables())
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        ckpt = tf.train.latest_checkpoint(tmp)
        if ckpt:
            saver.restore(sess, ckpt)
            print('restored', os.path.basename(ckpt))
        for i in range(3):
            bx = rng.rand(8, 3)
            sess.run(train_op, feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
            if i % 2 == 0:
                saver.save(sess, os.path.join(tmp, 'net'), global_step=tf.train.global_step(sess, global_step))
        print(os.path.basename(tf.train.latest_checkpoint(tmp)), sess.run(w).ravel())
        print(sorted(n for n, _ in tf.train.list_variables(tmp)))


if __name__ == '__main__':
    train()
    shutil.rmtree(tmp)
