"""A regression that two programs run."""

import tensorflow as tf


class Network(object):
    def __init__(self, sess, rate=0.1):
        self.sess = sess
        self.inputs = tf.placeholder(tf.float32, [None, 2])
        self.labels = tf.placeholder(tf.float32, [None])
        weights = tf.get_variable('weights', [2], initializer=tf.constant_initializer(0.5))
        self.outputs = tf.reduce_sum(self.inputs * weights, 1)
        self.loss = tf.reduce_mean(tf.square(self.outputs - self.labels))
        self.train_op = tf.train.AdagradOptimizer(rate).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, inputs, labels):
        _, loss = self.sess.run([self.train_op, self.loss], {self.inputs: inputs, self.labels: labels})
        return loss

    def predict(self, inputs):
        return self.sess.run(self.outputs, {self.inputs: inputs})

    def save(self, path):
        return self.saver.save(self.sess, path)

    def restore(self, path):
        self.saver.restore(self.sess, path)
