import tensorflow as tf


class Model(object):
    """Its methods are handed the session; others fetch its parts."""

    def __init__(self, size, rate):
        self.size = size
        self.x = tf.placeholder(tf.float32, [None, size])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.keep = tf.placeholder_with_default(1.0, [])
        self.w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        self.out = tf.matmul(self.x * self.keep, self.w)
        self.loss = tf.reduce_mean(tf.square(self.out - self.y))
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)

    def train(self, sess, x, y):
        _, loss = sess.run([self.train_op, self.loss], {self.x: x, self.y: y})
        return loss
