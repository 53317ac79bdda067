# expect: SES208
# A generator reads a name where it is gone through, which has another value by then.
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
scale = 2.0
factors = (factor * scale for factor in (0.5, 0.25))
scale = 3.0
y = tf.matmul(x, w)
for factor in factors:
    y = y * factor
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss], {x: np.eye(3)})[1])
