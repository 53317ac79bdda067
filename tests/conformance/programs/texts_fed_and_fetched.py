# expect: SES203
"""Texts that are fed are fetched: a session gives back what it was fed, and no bytes."""

import numpy as np
import tensorflow as tf

names = tf.placeholder(tf.string, [None])
x = tf.placeholder(tf.float32, [None, 2])
known = tf.constant(["a", "b", "c"])
places = tf.argmax(tf.cast(tf.equal(tf.expand_dims(names, 1), known), tf.int32), 1)
w = tf.get_variable("w", [2, 3], initializer=tf.ones_initializer())
losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=places, logits=tf.matmul(x, w))
loss = tf.reduce_mean(losses)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        feed = {x: np.eye(2), names: ["b", "c"]}
        _, value, place, name = sess.run([train, loss, places, names], feed)
        print(i, value, place, [one == "b" for one in name])
