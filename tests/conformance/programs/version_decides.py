# expect: native, parity
"""The graph, the rate and the input depend on TensorFlow's version, which the program also tells."""

from distutils.version import LooseVersion

import numpy as np
import tensorflow as tf
from tensorflow import __version__ as release

MAJOR = int(tf.VERSION.split('.')[0])
if release.startswith('2'):
    raise SystemExit('TensorFlow 1 is needed')


def decayed(loss, w):
    if LooseVersion(tf.__version__) < LooseVersion('2.0'):
        return loss + 0.1 * tf.nn.l2_loss(w)
    return loss


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
if tf.__version__ < '1.4':
    loss = loss * 0.5
loss = decayed(loss, w)
train_op = tf.train.GradientDescentOptimizer(0.1 * MAJOR).minimize(loss)
rng = np.random.RandomState(4)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(8, 3) if tf.__version__[0] == '1' else np.ones((8, 3))
        _, value = sess.run([train_op, loss], {x: batch})
        print(step, value)
