# expect: native, parity
"""What only one run needs is computed before variables without names, in functions and in the block."""

import numpy as np
import tensorflow as tf


def weights(shape):
    return tf.Variable(tf.fill(shape, 0.1))


def layer(net, size, outputs):
    return tf.matmul(net, weights([size, outputs])) + weights([outputs])


rng = np.random.RandomState(2)
sess = tf.Session()
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 2], name='y')
classes = tf.argmax(y, dimension=1)
share = tf.reduce_mean(tf.cast(tf.equal(classes, 1), tf.float32)) * 2.0
net = tf.nn.relu(layer(x, 3, 4))
out = layer(net, 4, 2)
hits = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(out, 1), classes), tf.float32))
scale = tf.Variable(1.0)
loss = tf.reduce_mean(tf.square(out * scale - y))
train_op = tf.train.AdamOptimizer(0.05).minimize(loss)
sess.run(tf.global_variables_initializer())
for i in range(4):
    data = rng.rand(5, 3)
    feed = {x: data, y: np.eye(2)[(data.sum(1) > 1.5).astype(int)]}
    print(sess.run([train_op, loss], feed)[1], sess.run(hits, feed), sess.run(share, feed_dict=feed))
