# expect: lower
"""What a library holds of a setting's object it gives back when it is called, behind what reads the setting."""

import weakref

import numpy as np
import tensorflow as tf


class Settings(object):
    scale = 1.0


settings = Settings()
held = weakref.ref(settings)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * settings.scale
held().scale = 5.0
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(2)})[1])
