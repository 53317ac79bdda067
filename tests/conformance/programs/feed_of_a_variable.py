# expect: wrapped, references: what is fed for a variable is its value in the run
"""A learning rate that is a variable is fed, and so is the weight."""
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name='x')
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
lr = tf.Variable(0.1, trainable=False, name='lr')
keep = tf.constant(1.0)
out = tf.matmul(x, w) * keep
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.GradientDescentOptimizer(lr).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, l = sess.run([train_op, loss], feed_dict={x: rng.rand(6, 3), lr: 0.1 / (i + 1), keep: 0.5})
        print(l)
    print(sess.run(loss, feed_dict={x: rng.rand(6, 3), w: np.zeros([3, 2])}))
