# expect: native
import numpy as np
import tensorflow as tf

KIND = {"name": "deep", "depth": 2}

x = tf.placeholder(tf.float32, [None, 3])
h = x
match KIND:
    case {"name": "deep", "depth": depth} if depth > 1:
        for layer in range(depth):
            h = tf.layers.dense(h, 3, tf.nn.relu, kernel_initializer=tf.constant_initializer(0.3))
    case {"name": "shallow"}:
        h = tf.layers.dense(h, 3, kernel_initializer=tf.constant_initializer(0.1))
    case _:
        raise ValueError(KIND)
loss = tf.reduce_mean(tf.square(h - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
