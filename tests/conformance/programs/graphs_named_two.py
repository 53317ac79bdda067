# expect: safe wrapped
"""Two graphs with names, each entered together with a device, have a variable of the same name each."""

import numpy as np
import tensorflow as tf

first, second = tf.Graph(), tf.Graph()
with first.as_default(), tf.device('/cpu:0'):
    x = tf.placeholder(tf.float32, [2])
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w * x - 1))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    init = tf.global_variables_initializer()
with second.as_default(), tf.device('/cpu:0'):
    v = tf.get_variable('w', [2], initializer=tf.constant_initializer(2.0))
    total = tf.reduce_sum(v)
    start = tf.global_variables_initializer()

with tf.Session(graph=first) as sess, tf.Session(graph=second) as other:
    sess.run(init)
    other.run(start)
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: np.ones(2)})[0], other.run(total))
