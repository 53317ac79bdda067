# expect: native, prints otherwise: no .meta file is written
"""Initialised where there is no checkpoint yet, restored where there is one; run twice over."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def main(steps):
    tf.reset_default_graph()
    rng = np.random.RandomState(66)
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    done = tf.Variable(0, trainable=False, name='done')
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=done)
    saver = tf.train.Saver(max_to_keep=1)
    with tf.Session() as sess:
        checkpoint = tf.train.get_checkpoint_state(folder)
        if checkpoint and checkpoint.model_checkpoint_path:
            saver.restore(sess, checkpoint.model_checkpoint_path)
        else:
            sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            value, _ = sess.run([loss, train_op], feed_dict={x: rng.rand(4, 3)})
            print(sess.run(done), value)
        saver.save(sess, os.path.join(folder, 'model.ckpt'), global_step=done)


main(3)
main(2)
print(sorted(os.listdir(folder)))
