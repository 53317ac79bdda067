# expect: compat
# The operation of a tensor gives no value where it is fetched, by a second name either.
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.zeros_initializer())
y = tf.sigmoid(tf.matmul(x, w))
computed = y.op
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train, y.op, loss], {x: np.eye(3)}))
        print(sess.run([loss, computed], {x: np.eye(3)}))
