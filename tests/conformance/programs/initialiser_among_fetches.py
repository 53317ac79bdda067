# expect: SES203
# A run that trains one variable and begins another one anew does both.
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.zeros_initializer())
seen = tf.get_variable("seen", [], initializer=tf.zeros_initializer(), trainable=False)
count = seen.assign_add(1.0)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        sess.run(count)
        if i % 2:
            _, value, _ = sess.run([train, loss, seen.initializer], {x: np.eye(3)})
        else:
            _, value = sess.run([train, loss], {x: np.eye(3)})
        print(i, value, sess.run(seen))
