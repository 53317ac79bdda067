# expect: native, parity
"""A session, a model and a trainer: the trainer initialises, runs what the model built, and has it saved."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, config):
        self.config = config
        self.epoch = tf.Variable(0, trainable=False, name='epoch')
        self.x = tf.placeholder(tf.float32, [None, config['size']])
        weights = tf.get_variable('weights', [config['size'], 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, weights) - 2.0))
        self.train_step = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.saver = tf.train.Saver(max_to_keep=2)

    def feed(self, x):
        return {self.x: x}

    def save(self, sess):
        self.saver.save(sess, os.path.join(self.config['folder'], 'model'))

    def load(self, sess):
        latest = tf.train.latest_checkpoint(self.config['folder'])
        if latest:
            self.saver.restore(sess, latest)


class Trainer(object):
    def __init__(self, sess, model, data, config):
        self.sess = sess
        self.model = model
        self.data = data
        self.config = config
        self.init = tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())
        self.writer = tf.summary.FileWriter(config['folder'], self.sess.graph)
        self.sess.run(self.init)

    def train(self):
        for epoch in range(self.model.epoch.eval(self.sess), self.config['epochs']):
            print(epoch, np.mean([self.step() for _ in range(2)]))
            self.model.save(self.sess)

    def step(self):
        feed_dict = self.model.feed(self.data)
        _, loss = self.sess.run([self.model.train_step, self.model.loss], feed_dict=feed_dict)
        return loss + self.model.loss.eval({self.model.x: self.data * 2}, self.sess)


def main():
    config = {'size': 3, 'epochs': 2, 'folder': tempfile.mkdtemp()}
    sess = tf.Session()
    model = Model(config)
    trainer = Trainer(sess, model, np.random.RandomState(3).rand(4, 3), config)
    model.load(sess)
    trainer.train()


if __name__ == '__main__':
    main()
