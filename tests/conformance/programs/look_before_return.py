# expect: safe wrapped, parity
"""What is printed while a graph is built is printed, too, where the function returns before it is run."""

import numpy as np
import tensorflow as tf


def main(trains):
    x = tf.placeholder(tf.float32, [None, 3])
    out = tf.layers.dense(x, 1, kernel_initializer=tf.constant_initializer(0.3))
    print('out', out.get_shape().as_list(), len(tf.trainable_variables()))
    if not trains:
        return
    loss = tf.reduce_mean(tf.square(out))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            _, value = sess.run([train_op, loss], feed_dict={x: np.eye(3)})
            print(step, value)


with tf.Graph().as_default():
    main(False)
with tf.Graph().as_default():
    main(True)
