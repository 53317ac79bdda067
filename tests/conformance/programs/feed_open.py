# expect: compat, parity
"""What is fed is not the same in each run: elements of lists by index, and what need not be fed."""

import numpy as np
import tensorflow as tf

COUNT = 3
rng = np.random.RandomState(5)
xs = [tf.placeholder(tf.float32, [None, 2], name='x_%d' % i) for i in range(COUNT)]
state = tuple([tf.placeholder_with_default(tf.fill([2], 0.5 * i), [2]) for i in range(2)])
rate = tf.placeholder_with_default(0.1, [])
y = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.2))
net = tf.add_n([tf.reduce_sum(x * w * (i + 1.0), 1) for i, x in enumerate(xs)]) + tf.reduce_sum(state[0] * w)
later = [one * 0.5 + 1.0 for one in state]
loss = tf.reduce_mean(tf.square(net - y))
train_op = tf.train.GradientDescentOptimizer(rate * 0.1).minimize(loss)


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    states = None
    for step in range(4):
        batch = [rng.rand(3, 2) for _ in range(COUNT)]
        feed = {y: batch[0].sum(1)}
        for i in range(COUNT):
            feed[xs[i]] = batch[i]
        if step > 1:
            feed[rate] = 0.5
        if states is not None:
            for i in range(len(states)):
                feed.update({state[i]: states[i]})
        _, value, states = sess.run([train_op, loss, later], feed)
        print(step, value, states, sess.run(net, {xs[i]: batch[i] for i in range(COUNT)}).sum())
