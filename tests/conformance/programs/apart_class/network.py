import tensorflow as tf


class Network(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1))
        self.train_op = tf.train.AdagradOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        _, loss = self.sess.run([self.train_op, self.loss], {self.x: x})
        return loss
