# expect: lower
"""What a `map` calls, it calls where it is gone through: behind what reads the list that this changes."""

import numpy as np
import tensorflow as tf

scales = [1.0]
later = map(lambda value: scales.insert(0, value), [3.0])
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * scales[0]
for _ in later:
    print(scales)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(2)})[1])
