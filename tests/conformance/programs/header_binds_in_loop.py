# expect: native, parity
"""Names that the headers of a loop and of a condition bind, read behind their blocks, in a loop of layers."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
h = x
for depth in range(2):
    h = tf.layers.dense(h, 3, kernel_initializer=tf.constant_initializer(0.1))
    for scale in (0.5, 0.25):
        pass
    if (width := depth + 1.5) > 1.0:
        pass
    while (shift := 0.75) > 1.0:
        pass
    h = h * scale * width + shift
loss = tf.reduce_mean(tf.square(h))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(4, 3).astype(np.float32)})
        print(step, value)
