# expect: native, parity
"""The name that TensorFlow gives a placeholder without one is printed: `Placeholder`."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
print('fed', x.op.name)
h = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(h))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(4, 3).astype(np.float32)})
        print(step, value)
