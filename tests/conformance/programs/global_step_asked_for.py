# expect: native, parity
"""What counts the steps is made first, and then asked for wherever it is needed; the graph is finalised."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(4)
tf.train.create_global_step()
x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
rate = tf.train.exponential_decay(0.1, tf.train.get_global_step(), 2, 0.5)
optimizer = tf.train.GradientDescentOptimizer(rate)
train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
sess = tf.Session()
try:
    sess.run(tf.global_variables_initializer())
    sess.graph.finalize()
    for i in range(4):
        print(i, sess.run([train_op, loss], {x: rng.rand(3, 4)})[1], sess.run(rate))
finally:
    sess.close()
