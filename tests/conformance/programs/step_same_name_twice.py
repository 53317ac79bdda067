# expect: safe native
"""get_variable and tf.Variable ask for one name: the second becomes w_1."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(33)
x = tf.placeholder(tf.float32, [None, 3])
first = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
second = tf.Variable(np.full((3, 1), 0.9, np.float32), name='w')
one, two = tf.matmul(x, first), tf.matmul(x, second)
loss = tf.reduce_mean(tf.square(two - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=[second])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        data = rng.rand(4, 3)
        _, v = sess.run([train, loss], feed_dict={x: data})
        print(i, v)
    print(sess.run(one, {x: np.ones((1, 3))}), sess.run(two, {x: np.ones((1, 3))}))
