# expect: wrapped, parity
# The numbers of a seed for the graph, which each random operation counts, are those of the graph that stays.
import numpy as np
import tensorflow as tf

tf.set_random_seed(7)
x = tf.placeholder(tf.float32, [None, 4], name="x")
w = tf.get_variable("w", [4, 3])
v = tf.Variable(tf.truncated_normal([3]), name="v")
dropped = tf.nn.dropout(tf.matmul(x, w) + v, 0.5)
rows = tf.data.Dataset.range(8).shuffle(8).repeat().make_one_shot_iterator().get_next()
order = tf.random_shuffle(tf.range(6))
noise = tf.random_uniform([2], maxval=10, dtype=tf.int32)
y = tf.reduce_sum(dropped + tf.random_normal([3]), name="y")
op = tf.train.GradientDescentOptimizer(0.1).minimize(y)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([w, v]))
    batch = np.ones((2, 4), np.float32)
    for _ in range(4):
        print(sess.run([op, "y:0", noise, order, rows], {x: batch})[1:])
    for _ in range(2):
        print(sess.run([y, noise], {x: batch}), sess.run([noise, dropped], {x: batch}))
