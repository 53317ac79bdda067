# expect: SES216
# What profiles the runs of sessions stands around the function that opens one; steps would write no profile.
import numpy as np
import tensorflow as tf


def train():
    x = tf.placeholder(tf.float32, [None, 4])
    w = tf.get_variable("w", [4, 2], initializer=tf.ones_initializer())
    loss = tf.reduce_sum(tf.square(tf.matmul(x, w)))
    op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(6):
            print("%.4f" % sess.run([op, loss], {x: np.ones((2, 4), np.float32)})[1])


with tf.contrib.tfprof.ProfileContext("profiles", trace_steps=range(2, 5), dump_steps=[4]):
    train()
print(tf.gfile.ListDirectory("profiles"))
