# expect: native, parity
"""Variables are given Python values between the steps, in all the ways that there are."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
rate = tf.Variable(0.1, trainable=False, name='rate')
epoch = tf.Variable(0, trainable=False, name='epoch')
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 2.0))
train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)

with tf.Session() as sess:
    tf.global_variables_initializer().run()
    rng = np.random.RandomState(0)
    for step in range(4):
        sess.run(tf.assign(rate, 0.2 / (step + 1)))
        epoch.assign(step).eval()  # where we are
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print(step, value, sess.run(epoch), epoch.eval())
        if step == 2:
            w.load(np.ones([3, 1]), sess)
            rate.assign(0.01).op.run()
    print(sess.run(w).ravel(), rate.eval())
