# expect: wrapped
# Parts of an array, and methods of it that others call, change it between two statements of the graph.
import threading

import numpy as np
import tensorflow as tf

scale = np.ones([1, 1, 3], np.float32)
rows = np.full(3, 2.0, np.float32)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
y = tf.matmul(x * scale[0, 0] * rows, w)
np.dsplit(scale, 3)[1][:] = 7.0
change = threading.Thread(target=rows.fill, args=(5.0,))
change.start()
change.join()
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss], {x: np.eye(3)})[1], scale.sum(), rows.sum())
