# expect: safe native
"""Runs in comprehensions, conditions, arguments, lambdas and generators."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(58)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
out = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
batches = [rng.rand(4, 3) for _ in range(3)]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    predict = lambda b: sess.run(out, {x: b})
    losses = (sess.run([train_op, loss], {x: b})[1] for b in batches)
    print(predict(batches[0]).ravel())
    print(next(losses))
    print(['%.5f' % sess.run(loss, {x: b}) for b in batches])
    while sess.run(loss, {x: batches[1]}) > 0.3:
        print('again', next(losses, 'none left'))
        batches[1] = batches[1] + 0.2
        if sess.run(out, {x: batches[2]}).max() > 0.9:
            break
    print(np.mean([sess.run([loss, out], feed_dict={x: b})[0] for b in batches]))
    first, *rest = sess.run([loss, loss, out], {x: batches[0]})
    print(first, len(rest), predict(np.zeros((1, 3))))
