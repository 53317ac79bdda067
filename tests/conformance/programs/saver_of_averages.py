# expect: native, parity
"""A saver reads averages into the weights that they are of, and another one brings the weights back."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model.ckpt')
rng = np.random.RandomState(31)


def model(x):
    with tf.variable_scope('fc'):
        w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
        b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
        return tf.matmul(x, w) + b


def batch():
    data = rng.rand(8, 3)
    return data, data.argmax(1) // 2


with tf.Graph().as_default():
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.int32, [None])
    global_step = tf.train.get_or_create_global_step()
    logits = model(x)
    right = tf.nn.in_top_k(logits, y, 1)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
    opt_op = tf.train.MomentumOptimizer(0.5, 0.9).minimize(loss, global_step=global_step)
    ema = tf.train.ExponentialMovingAverage(0.5, global_step)
    with tf.control_dependencies([opt_op]):
        train_op = ema.apply(tf.trainable_variables())
    saver = tf.train.Saver()
    # The averages, under the names of the weights.
    averaged = ema.variables_to_restore()
    ema_saver = tf.train.Saver(averaged)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            bx, by = batch()
            _, value = sess.run([train_op, loss], {x: bx, y: by})
            print(i, value)
        saver.save(sess, path)
        ema_saver.restore(sess, path)
        bx, by = batch()
        print(sess.run([right, loss], {x: bx, y: by}))
        saver.restore(sess, path)
        print(sess.run([right, loss], {x: bx, y: by}))
        _, value = sess.run([train_op, loss], {x: bx, y: by})
