# expect: safe wrapped
"""Each layer object numbers itself by a counter of its class."""

import numpy as np
import tensorflow as tf


class Dense(object):
    made = 0

    def __init__(self, inputs, outputs):
        Dense.made += 1
        self.w = tf.get_variable('w%d' % Dense.made, [inputs, outputs],
                                 initializer=tf.constant_initializer(0.1 * Dense.made))

    def __call__(self, x):
        return tf.matmul(x, self.w)


rng = np.random.RandomState(37)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
hidden = Dense(3, 2)
output = Dense(2, 1)
pred = output(tf.nn.relu(hidden(x)))
loss = tf.reduce_mean(tf.square(pred - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(4):
    bx = rng.rand(4, 3)
    sess.run(train_op, feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
    print(i, sess.run(loss, feed_dict={x: bx, y: bx.sum(1, keepdims=True)}))
