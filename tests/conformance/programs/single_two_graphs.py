# expect: safe wrapped
"""Two graphs with a variable of one name."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
one = tf.Graph()
with one.as_default():
    v = tf.get_variable('w', [], initializer=tf.ones_initializer())
    double = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(v))
    with tf.Session() as first:
        first.run(tf.global_variables_initializer())
        for _ in range(3):
            first.run(double)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(step, value)
