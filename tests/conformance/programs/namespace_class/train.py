# expect: compat, parity
"""Classes of another file hold functions, without objects; the one to use has a name of its own here."""

import numpy as np
import tensorflow as tf

from nets import Deep, Tools

rng = np.random.RandomState(11)
net = Deep
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
out = net.inference(x, units=4)
loss = net.loss(out, y)
train_op = net.training(loss, Tools.rate(10))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        rows = rng.rand(5, 3)
        _, value = sess.run([train_op, loss], {x: rows, y: rows.sum(1, keepdims=True)})
        print(i, value)
