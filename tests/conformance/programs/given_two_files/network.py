"""An autoencoder."""

import tensorflow as tf


def dense(inputs, width, name):
    with tf.variable_scope(name):
        kernel = tf.get_variable(
            'kernel', [inputs.shape[1], width], initializer=tf.constant_initializer(0.3)
        )
        return tf.matmul(inputs, kernel)


class Network(object):
    def __init__(self, session, width):
        """Builds everything.

        Args:
          session: what runs it.
          width: of the code.
        """
        self.session = session
        self.width = width
        self.inputs = tf.placeholder(tf.float32, [None, 2])
        self.code = self.encode(self.inputs)
        self.decoded = dense(self.code, 2, 'decoder')
        self.loss = tf.reduce_mean(tf.square(self.decoded - self.inputs))
        self.train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(self.loss)

    def encode(self, inputs):
        return tf.nn.sigmoid(dense(inputs, self.width, 'encoder'))

    def train(self, inputs):
        loss, _ = self.session.run([self.loss, self.train_op], feed_dict={self.inputs: inputs})
        return loss

    def evaluate(self, inputs):
        return self.session.run(self.loss, feed_dict={self.inputs: inputs})
