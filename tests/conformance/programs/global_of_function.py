# expect: safe wrapped
"""A function gives a name of the module a part of the graph, which an update then reads."""

import tensorflow as tf

w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w - 3.0))


def weigh():
    global weight
    weight = w * 2.0


weigh()
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss + tf.reduce_sum(weight))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss])[1])
    print(sess.run([w, loss]))
