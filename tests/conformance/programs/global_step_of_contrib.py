# expect: native
# a count of steps by contrib takes one name, and none of those that layers take
import numpy as np
import tensorflow as tf


def layer(values, name):
    with tf.variable_scope(name) as scope:
        weights = tf.Variable(tf.zeros([4, 1]), name='weights')
        return tf.matmul(values, weights, name=scope.name)


step = tf.contrib.framework.get_or_create_global_step()
x = tf.constant(np.eye(4, dtype='float32'))
loss = tf.reduce_mean(tf.square(layer(x, 'first') - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
        print(sess.run(step), sess.run(loss))
