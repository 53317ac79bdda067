# expect: native, parity
"""The module opens the session, and gives it to a model that runs it in its methods."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(11)


class Classifier:
    """Two layers."""

    def __init__(self, sess, name):
        self.sess = sess  # runs everything
        self.name = name
        self._build()

    def _build(self):
        with tf.variable_scope(self.name):
            self.training = tf.placeholder(tf.bool)
            self.inputs = tf.placeholder(tf.float32, [None, 4])
            self.labels = tf.placeholder(tf.float32, [None, 2])
            hidden = tf.layers.dense(self.inputs, 6, tf.nn.relu, kernel_initializer=tf.constant_initializer(0.2))
            hidden = tf.layers.dropout(hidden, 0.0, training=self.training)
            weights = tf.Variable(np.linspace(-1, 1, 12).reshape(6, 2).astype(np.float32), name='weights')
            self.logits = tf.matmul(hidden, weights)
        self.cost = tf.reduce_mean(
            tf.nn.softmax_cross_entropy_with_logits(logits=self.logits, labels=self.labels)
        )
        self.optimizer = tf.train.AdamOptimizer(0.01).minimize(self.cost)
        hits = tf.equal(tf.argmax(self.logits, 1), tf.argmax(self.labels, 1))
        self.accuracy = tf.reduce_mean(tf.cast(hits, tf.float32))

    def predict(self, inputs):
        return self.sess.run(self.logits, feed_dict={self.inputs: inputs, self.training: False})

    def get_accuracy(self, inputs, labels):
        feed = {self.inputs: inputs, self.labels: labels, self.training: False}
        return self.sess.run(self.accuracy, feed_dict=feed)

    def train(self, inputs, labels, training=True):
        return self.sess.run(
            [self.cost, self.optimizer],
            feed_dict={self.inputs: inputs, self.labels: labels, self.training: training},
        )


def batch():
    inputs = rng.rand(8, 4).astype(np.float32)
    return inputs, np.eye(2)[(inputs.sum(1) > 2).astype(int)]


# open the session
sess = tf.Session()
model = Classifier(sess, 'net')

sess.run(tf.global_variables_initializer())

for step in range(6):
    cost, _ = model.train(*batch())
    print(step, cost)
print(model.get_accuracy(*batch()), model.predict(np.ones((1, 4))))
