# expect: compat, parity
"""A target network is updated by the method of each variable, in a comprehension."""

import numpy as np
import tensorflow as tf


def net(scope, x, trainable):
    with tf.variable_scope(scope):
        hidden = tf.layers.dense(x, 4, tf.nn.relu, trainable=trainable,
                                 kernel_initializer=tf.truncated_normal_initializer(seed=len(scope)))
        q = tf.layers.dense(hidden, 2, trainable=trainable,
                            kernel_initializer=tf.truncated_normal_initializer(seed=1))
    return q, tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, scope=scope)


x = tf.placeholder(tf.float32, [None, 3])
q, own = net("own", x, True)
target_q, target = net("target", x, False)
loss = tf.reduce_mean(tf.square(q - target_q - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
replace = [old.assign(new) for new, old in zip(own, target)]

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    numbers = np.random.RandomState(0)
    for step in range(6):
        if step % 3 == 0:
            sess.run(replace)
        print(sess.run([train, loss], {x: numbers.rand(4, 3)})[1])
