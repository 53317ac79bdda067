# expect: native
"""Three objects in one session: a student reads its teacher's weights, and both decay all that is trained."""

import os
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Teacher(object):
    def __init__(self, sess, start):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        with tf.variable_scope('shared'):
            w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(start))
        bias = tf.Variable(tf.zeros([2]))
        self.out = tf.matmul(self.x, w) + bias
        decay = tf.add_n([tf.nn.l2_loss(one) for one in tf.trainable_variables()])
        self.loss = tf.reduce_mean(tf.square(self.out - 1.0)) + 0.1 * decay
        with tf.name_scope('train'):
            self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


class Student(object):
    def __init__(self, sess, reuse):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        with tf.variable_scope('shared', reuse=reuse):
            w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(9.0))
        own = tf.Variable(tf.ones([2, 1]))
        decay = tf.add_n([tf.nn.l2_loss(one) for one in tf.trainable_variables()])
        self.loss = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(self.x, w), own))) + 0.1 * decay
        with tf.name_scope('train'):
            self.train_op = tf.train.MomentumOptimizer(0.1, 0.5).minimize(self.loss, var_list=[own])
        self.saver = tf.train.Saver()

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]

    def save(self):
        return self.saver.save(self.sess, os.path.join(tempfile.mkdtemp(), 'm'))


with tf.Session() as sess:
    teacher = Teacher(sess, 0.4)
    student = Student(sess, True)
    second = Student(sess, tf.AUTO_REUSE)
    sess.run(tf.global_variables_initializer())
    if second.saver is not None:
        tf.summary.FileWriter(tempfile.mkdtemp(), sess.graph)
    for step in range(4):
        x = rng.rand(5, 3)
        print(step, teacher.train(x), student.train(x), second.train(x))
    reader = tf.train.NewCheckpointReader(student.save())
    print(sorted(reader.get_variable_to_shape_map()))
