# expect: lower
"""Two sessions of one graph at the same time: each has variables of its own."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(76)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
init = tf.global_variables_initializer()
one = tf.Session()
two = tf.Session()
one.run(init)
two.run(init)
for i in range(3):
    data = rng.rand(4, 3)
    one.run(step, {x: data})
    one.run(step, {x: data})
    two.run(step, {x: data})
    print(i, one.run(loss, {x: data}), two.run(loss, {x: data}))
