# expect: native
# functions find the placeholders that are made behind them, and are called by two steps
import numpy as np
import tensorflow as tf


def scaled(values):
    return values * scale


def network(values, name):
    with tf.variable_scope(name, reuse=tf.AUTO_REUSE):
        weights = tf.get_variable('weights', [4, 1], initializer=tf.ones_initializer())
    return tf.matmul(scaled(values), weights) * share + offset


def halves(count):
    return count // 2


scale = 2.0
x = tf.placeholder(tf.float32, [None, 4])
share = tf.placeholder(tf.float32, [])
offset = tf.Variable(0.5, name='offset')
loss = tf.reduce_mean(tf.square(network(x, 'net') - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
output = tf.reduce_sum(network(x + 1.0, 'net'))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(halves(8)):
        batch = np.eye(4) + step
        _, value = sess.run([train, loss], {x: batch, share: 0.5})
        print(step, value, sess.run(output, {x: batch, share: 1.0}))
