# expect: SES256
"""A function that is passed a placeholder gives its name, which the parameter in its place is not told."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3], name='input')
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
def shown(tensor):
    return tensor.name


h = tf.matmul(x, w, name='hidden')
named = [w.name, h.op.name]
print('named', named, shown(x))
loss = tf.reduce_mean(tf.square(h))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
print('start')
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(4, 3).astype(np.float32)})
        print(step, value)
