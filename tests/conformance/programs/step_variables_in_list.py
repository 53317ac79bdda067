# expect: safe native
"""Layers are built in a loop into lists and dictionaries of weights."""

import numpy as np
import tensorflow as tf

sizes = [3, 4, 2, 1]
weights, biases = {}, []
for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
    weights['h%d' % i] = tf.Variable(tf.constant(0.1 * (i + 1), shape=[a, b]), name='w%d' % i)
    biases.append(tf.Variable(tf.zeros([b]), name='b%d' % i))


def multilayer(x):
    h = x
    for i in range(len(sizes) - 1):
        h = tf.add(tf.matmul(h, weights['h%d' % i]), biases[i])
        if i < len(sizes) - 2:
            h = tf.nn.relu(h)
    return h


rng = np.random.RandomState(99)
X = tf.placeholder("float", [None, 3])
Y = tf.placeholder("float", [None, 1])
pred = multilayer(X)
cost = tf.reduce_mean(tf.pow(pred - Y, 2)) + 0.01 * sum(tf.nn.l2_loss(v) for v in weights.values())
train_op = tf.train.AdamOptimizer(learning_rate=0.01).minimize(cost)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        avg_cost = 0.
        for _ in range(2):
            bx = rng.rand(4, 3)
            _, c = sess.run([train_op, cost], feed_dict={X: bx, Y: bx.sum(1, keepdims=True)})
            avg_cost += c / 2
        print("Epoch:", '%04d' % (epoch + 1), "cost={:.9f}".format(avg_cost))
    print(sess.run(weights['h0'])[0], sess.run(biases[-1]), sess.run(pred, {X: np.ones((1, 3))}))
