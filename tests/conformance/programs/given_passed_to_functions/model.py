import tensorflow as tf


class Model(object):
    def __init__(self, rate):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.3))
        self.out = tf.reduce_sum(self.x * w, 1)
        self.loss = tf.reduce_mean(tf.square(self.out - 1))
        self.train_op = tf.train.MomentumOptimizer(rate, 0.5).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]

    def predict(self, sess, x):
        return sess.run(self.out, {self.x: x})
