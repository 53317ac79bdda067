# expect: wrapped, parity
"""What is read before TensorFlow is imported comes from TensorFlow's examples, which have a place of their own."""

from tensorflow.examples.tutorials.mnist import input_data

digits = input_data.read_data_sets('nowhere', fake_data=True, one_hot=True)

import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.float32, [None, 10])
w = tf.Variable(tf.zeros([784, 10]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.0001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        images, labels = digits.train.next_batch(2, fake_data=True)
        print(step, sess.run([train_op, loss], {x: images, y: labels})[1])
    print(len(sess.graph.get_operations()) > 10)
