# expect: compat
"""Functions that change what the graph keeps for others: reuse, slots, averages; and one that asks for summaries."""

import tensorflow as tf


def share():
    tf.get_variable_scope().reuse_variables()


def net(x):
    return tf.get_variable("w", [], initializer=tf.ones_initializer()) * x


def train_on(value):
    return tf.train.MomentumOptimizer(0.01, 0.9).minimize(value)


def averaged(update):
    with tf.control_dependencies([update]):
        return tf.train.ExponentialMovingAverage(0.9).apply(tf.trainable_variables())


def merged():
    return tf.summary.merge(tf.get_collection(tf.GraphKeys.SUMMARIES))


with tf.variable_scope("net"):
    first = net(2.0)
    share()
    second = net(3.0)
loss = tf.square(first + second - 3.0)
tf.summary.scalar("loss", loss)
train = averaged(train_on(loss))
every = tf.add_n([tf.reduce_sum(one) for one in tf.global_variables()])
summary = merged()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss])[1])
    print(sess.run([second, every]), len(sess.run(summary)) > 0)
