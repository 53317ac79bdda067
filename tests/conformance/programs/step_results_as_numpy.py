# expect: native, parity
"""What a run gave is used as the NumPy value that it was."""

import json

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(27)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer([[.1, .2], [.3, .1], [.2, .2]]))
logits = tf.matmul(x, w)
count = tf.reduce_sum(tf.cast(logits > 0.2, tf.int32))
loss = tf.reduce_mean(tf.square(logits - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    kept = []
    for i in range(3):
        bx = rng.rand(4, 3)
        feed = {x: bx, y: bx[:, :2]}
        _, value, out, n = sess.run([train_op, loss, logits, count], feed)
        out[0] = -1
        out += 1
        out[out > 1.2] = 0
        kept.append(sess.run(w))
        print(isinstance(out, np.ndarray), type(value).__name__, type(n).__name__, value.item(), {n: 1})
        print(json.dumps(out.tolist()), list(range(n))[-1:], '%d %.4f' % (n, value), out.argmax(axis=1), n == 3)
        print({float(value): 2}, out.shape == (4, 2), out.reshape(-1)[:2], str(value), n % 2, -value)
    print(np.array(kept).sum(axis=(1, 2)), kept[0].flags.writeable)
