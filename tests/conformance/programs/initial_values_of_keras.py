# expect: native, parity
"""Initial values by the names that Keras has for them, in variables and in layers."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(6)
x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 3], initializer=tf.keras.initializers.he_normal())
scale = tf.get_variable('scale', [3], initializer=tf.keras.initializers.Constant(0.5))
hidden = tf.layers.dense(x, 3, kernel_initializer=tf.keras.initializers.glorot_uniform(seed=4))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) * scale + hidden))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train_op, loss], {x: rng.rand(5, 4)})[1])
