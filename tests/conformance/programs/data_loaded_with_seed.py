# expect: native, parity
"""A function that reads a data set again until it can, whose own numbers a seed fixes, not the graph's."""

import time

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data


def load(seed=0, tries=20):
    for _ in range(tries):
        try:
            return input_data.read_data_sets('folder', one_hot=True, fake_data=True, seed=seed)
        except tf.errors.AlreadyExistsError:
            time.sleep(1)
    raise Exception('no data')


mnist = load(seed=3)
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.float32, [None, 10])
w = tf.get_variable('w', [784, 10], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=tf.matmul(x, w), labels=y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        images, labels = mnist.train.next_batch(4, fake_data=True)
        print(session.run([train_op, loss], {x: images, y: labels}))
