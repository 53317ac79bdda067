# expect: lower
"""It is called in a scope, whose name its variables have."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)


def train(sess, x, out):
    gain = tf.get_variable('gain', [], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(out * gain - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: rng.rand(3, 2)})[0])
    print([variable.name for variable in tf.global_variables()])


def main():
    x = tf.placeholder(tf.float32, [None, 2])
    with tf.Session() as sess, tf.variable_scope('all'):
        out = tf.matmul(x, tf.get_variable('w', [2, 1], initializer=tf.ones_initializer()))
        train(sess, x, out)


main()
