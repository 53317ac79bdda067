# expect: native
"""A writer of summaries is made, then its folder is removed: its file begins with the first summary."""

import os
import shutil

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
writer = tf.summary.FileWriter("logs")
shutil.rmtree("logs")
os.makedirs("logs")
rng = np.random.RandomState(5)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        summary, _ = sess.run([merged, train_op], {x: rng.rand(3, 2)})
        writer.add_summary(summary, step)
writer.close()
print(len(os.listdir("logs")))
