# expect: native one device
"""Comments inside of calls."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None,  # batch
                                3])  # width
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session(  # a session
        config=tf.ConfigProto(  # its options
            allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run(  # one step
            [train_op,  # the update
             loss],  # the loss
            feed_dict={x: bx,  # inputs
                       y: by})  # targets
        print(step, value)
    print(sess.run(loss, {x: bx,  # the last inputs
                          y: by}), "at last")
    if sess.run(loss, {
            x: bx,  # once more
            y: by}) > 1e6:
        print("far")
    elif sess.run(loss, {
            x: bx,  # and again
            y: by}) > 1e3:
        print("near")
    print([sess.run(loss, {x: bx * scale,  # scaled
                           y: by}) for scale in range(3)])
