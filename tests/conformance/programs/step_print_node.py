# expect: safe compat
"""tf.Print stands between the loss and its gradient; the evaluation takes the loss before it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(77)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
plain = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
loss = tf.Print(plain, [plain], message='loss is ', first_n=1)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        data = rng.rand(4, 3)
        sess.run(train_op, {x: data})
        print(i, sess.run(plain, {x: data}))
