# expect: native, parity
"""Sets of variables: by a comprehension in the block, and in a function that lists them."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(76)


def decayed(skipped):
    left = frozenset(v for v in tf.trainable_variables() if v.op.name not in skipped)
    return tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables() if v in left])


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.3))
b = tf.get_variable('b', [2], initializer=tf.constant_initializer(0.1))
matrices = {v for v in tf.trainable_variables() if len(v.get_shape()) > 1}
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
loss += 0.1 * tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables()])
loss += 0.01 * decayed(['w']) * float(len(matrices))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
