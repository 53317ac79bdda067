# expect: lower, references: the global step is found by its name
"""What counts the steps is a variable that has the name by which TensorFlow finds it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(4)
x = tf.placeholder(tf.float32, [None, 4])
count = tf.Variable(0, name='global_step', trainable=False)
w = tf.get_variable('w', [4, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        print(i, sess.run([train_op, loss], {x: rng.rand(3, 4)})[1], sess.run(count))
