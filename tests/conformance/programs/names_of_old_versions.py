# expect: compat
"""Code for several versions of TensorFlow: names from before 1.0 where the installed one has them."""

import numpy as np
import tensorflow as tf

try:
    image_summary = tf.image_summary
    merge_summary = tf.merge_summary
except AttributeError:
    image_summary = tf.summary.image
    merge_summary = tf.summary.merge

if 'concat_v2' in dir(tf):
    def joined(tensors, axis):
        return tf.concat_v2(tensors, axis)
else:
    def joined(tensors, axis):
        return tf.concat(tensors, axis)


def widened(x, kernel, shape):
    try:
        return tf.nn.conv2d_transpose(x, kernel, shape, [1, 2, 2, 1])
    except AttributeError:
        return tf.nn.deconv2d(x, kernel, shape, [1, 2, 2, 1])


class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        both = joined([self.x, self.x * 2.0], 1)
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(both, w) - 1.0))
        image = image_summary('x', widened(tf.reshape(both[:2], [1, 2, 4, 1]), tf.ones([2, 2, 1, 1]), [1, 4, 8, 1]))
        self.summary = merge_summary([image, tf.summary.scalar('loss', self.loss)])


net = Net()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(net.loss)
with tf.Session() as sess:
    tf.global_variables_initializer().run()
    for step in range(3):
        value, text, _ = sess.run([net.loss, net.summary, train_op], {net.x: np.full([4, 2], 0.1 * step + 0.3)})
        print(value, len(text) > 0)
