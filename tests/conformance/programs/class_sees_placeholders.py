# expect: compat, parity
"""A class uses the placeholders of the block that makes two objects of it, in a list."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(29)

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
is_training = tf.placeholder(tf.bool, None)


class Net(object):
    def __init__(self, normalised):
        self.normalised = normalised
        self.inputs = [x]
        for _ in range(2):
            self.inputs.append(self.layer(self.inputs[-1]))
        penalties = []
        for inputs in self.inputs:
            penalties.append(tf.reduce_mean(inputs))
        outputs = tf.layers.dense(self.inputs[-1], 1, kernel_initializer=tf.constant_initializer(0.2))
        self.loss = tf.losses.mean_squared_error(y, outputs) + 0.01 * tf.add_n(penalties)
        with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
            self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def layer(self, inputs):
        outputs = tf.layers.dense(inputs, 3, kernel_initializer=tf.constant_initializer(0.1))
        if self.normalised:
            outputs = tf.layers.batch_normalization(outputs, momentum=0.4, training=is_training)
        return tf.tanh(outputs)


nets = [Net(False), Net(True)]

sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(3):
    feed = {x: rng.rand(4, 2), y: rng.rand(4, 1), is_training: True}
    sess.run([nets[0].train_op, nets[1].train_op], feed)
    feed = {x: rng.rand(4, 2), y: rng.rand(4, 1), is_training: False}
    print(sess.run([nets[0].loss, nets[1].loss, nets[1].inputs[1]], feed))
