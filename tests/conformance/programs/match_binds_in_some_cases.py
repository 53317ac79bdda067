# expect: native
"""A `match` and a condition that bind a name in some cases: in the others it has what it had before."""

import numpy as np
import tensorflow as tf

KIND = {'name': 'deep', 'extra': 0}

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 3], initializer=tf.constant_initializer(0.1))
h = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(h - 1.0))
terms = [loss]
loss = loss + tf.reduce_mean(h) * 0.1
match KIND:
    case {'name': 'deep'}:
        terms.append(tf.reduce_sum(h))
    case {'name': 'wide'}:
        loss = tf.reduce_mean(h)
    case _:
        loss += tf.reduce_mean(h)
penalty = tf.reduce_sum(tf.square(w)) * 0.3
KIND['extra'] > 0 and (penalty := tf.reduce_sum(w))
loss = loss + penalty + tf.add_n(terms)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones((2, 3))})[1])
