import tensorflow as tf


class Net(object):
    def __init__(self, start):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)
        self.saver = tf.train.Saver()

    def save(self, sess, path):
        return self.saver.save(sess, path)

    def load(self, sess, path):
        self.saver.restore(sess, path)
