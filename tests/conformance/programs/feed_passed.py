# expect: native, parity
"""What is fed is passed to functions that run the graph: by name, as it is written, and handed on."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - y))
error = tf.reduce_max(tf.abs(tf.reduce_sum(x * w, 1) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()



def show_progress(epoch, trained, held_out):
    print(epoch, sess.run(error, trained), worst(held_out))


def worst(feed):
    values = [sess.run(error, feed_dict=feed) for _ in range(2)]
    return max(values)


def batch(count):
    inputs = rng.rand(count, 2)
    return inputs, inputs.sum(1)


def train(epochs):
    for epoch in range(epochs):
        inputs, outputs = batch(4)
        feed = {x: inputs, y: outputs}
        sess.run(train_op, feed_dict=feed)
        show_progress(epoch, feed, {y: outputs + 1.0, x: inputs})
        show_progress(epoch, {x: inputs[:1], y: outputs[:1]}, held_out=feed)


sess.run(tf.global_variables_initializer())
train(3)
print(worst({x: np.ones((2, 2)), y: np.ones(2)}))
