# expect: SES204, parity
"""The variables are counted before the graph is whole: no step has that, and the store would list more."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))
total = 0
for v in tf.trainable_variables():
    total += int(np.prod(v.get_shape().as_list()))
print('so far', total)
loss = tf.reduce_mean(tf.square(tf.layers.dense(h, 1, kernel_initializer=tf.constant_initializer(0.3))))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
