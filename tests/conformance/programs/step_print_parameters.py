# expect: safe wrapped
"""The parameters are listed and counted before the training."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(55)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 4], initializer=tf.constant_initializer(0.1))
v = tf.get_variable('v', [4, 1], initializer=tf.constant_initializer(0.2))
out = tf.matmul(tf.nn.relu(tf.matmul(x, w)), v)
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
total = 0
for var in tf.trainable_variables():
    print(var.name, var.get_shape().as_list())
    total += int(np.prod(var.get_shape().as_list()))
print('parameters:', total)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print(i, value, total)
