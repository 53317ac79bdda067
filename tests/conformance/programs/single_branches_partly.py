# expect: native, parity
"""What is fetched beside the loss is built in one branch alone; a step of the loss leaves it out."""

import numpy as np
import tensorflow as tf

PENALTY = "adaptive"

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
error = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
# which penalty
if PENALTY == "adaptive":  # by hand
    weight = tf.placeholder(tf.float32, [])
    norm = tf.reduce_sum(tf.square(w))  # looked at
    loss = error + weight * norm
# no penalty
elif PENALTY == "none":
    loss = error  # alone
else:  # the same for all
    scale = tf.constant(0.5)
    loss = error * scale
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

if PENALTY == "none":
    look = tf.reduce_sum(w)
    summed = tf.reduce_sum(look)
else:
    look = tf.reduce_max(w)
    largest = look + 0.0

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    numbers = np.random.RandomState(0)
    for step in range(5):
        feed = {x: numbers.rand(4, 3), y: numbers.rand(4, 1)}
        print(sess.run(error, feed), sess.run(norm), sess.run(look))
        feed[weight] = 0.1 * step
        print(sess.run([train, loss], feed)[1])
