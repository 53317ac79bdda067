# expect: SES254
"""A print under a condition of Python stands between those of the graph, and no step can have it."""

import numpy as np
import tensorflow as tf

VERBOSE = True
rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
h = tf.matmul(x, w)
print('shape', h.get_shape().as_list())
if VERBOSE:
    print('building the loss')
loss = tf.reduce_mean(tf.square(h))
print('loss', loss.get_shape())
name = 'train'
print('now', name)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
name = 'test'
print('start', name)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(3):
    _, value = sess.run([train_op, loss], {x: rng.rand(4, 3).astype(np.float32)})
    print(value)
