# expect: native, parity
"""A function above the block that is handed the session, and builds the update before it runs."""

import os
import shutil
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def fit(session, out, x, rng, steps, rate=0.1):
    # what it is to give
    wanted = tf.placeholder(tf.float32, [None, 1])
    loss = tf.reduce_mean(tf.square(out - wanted))
    train_op = tf.train.AdamOptimizer(rate).minimize(loss)
    saver = tf.train.Saver(max_to_keep=2)
    session.run(tf.global_variables_initializer())
    losses = []
    for step in range(steps):
        batch = rng.rand(4, 3)
        if step == 2 and losses[0] < 0:
            return losses
        losses.append(session.run([loss, train_op], {x: batch, wanted: batch.sum(1, keepdims=True)})[0])
        report(session, saver, out, x, step)
    return losses


def report(session, saver, out, x, step):
    print(step, session.run(out, {x: np.ones((1, 3))}))
    saver.save(session, os.path.join(folder, 'fit'), global_step=step)


def layer(x, size):
    w = tf.get_variable('w', [3, size], initializer=tf.constant_initializer(0.3))
    return tf.matmul(x, w) + tf.get_variable('b', [size], initializer=tf.zeros_initializer())


def main():
    rng = np.random.RandomState(41)
    x = tf.placeholder(tf.float32, [None, 3])
    out = layer(x, 1)
    with tf.Session() as sess:
        found = fit(sess, out, x, rng, steps=3)
    print('done', np.mean(found), sorted(name for name, _ in tf.train.list_variables(folder)))


if __name__ == '__main__':
    main()
    shutil.rmtree(folder)
