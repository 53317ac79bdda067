# expect: compat explicit devices, parity
"""Summaries from before TensorFlow 1.0: of every tower, of the averaged gradients and of the weights."""

import re

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(85)


def inference(x):
    with tf.variable_scope('fc'):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        out = tf.matmul(x, w)
        tag = re.sub('tower_[0-9]*/', '', out.op.name)
        tf.contrib.deprecated.histogram_summary(tag + '/outputs', out)
        tf.contrib.deprecated.scalar_summary(tag + '/sparsity', tf.nn.zero_fraction(out))
        return out


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grads = []
        for g, _ in grad_and_vars:
            grads.append(tf.expand_dims(g, 0))
        grad = tf.reduce_mean(tf.concat(axis=0, values=grads), 0)
        average_grads.append((grad, grad_and_vars[0][1]))
    return average_grads


def train():
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        global_step = tf.get_variable('global_step', [], initializer=tf.constant_initializer(0), trainable=False)
        lr = tf.train.exponential_decay(0.1, global_step, 2, 0.5, staircase=True)
        opt = tf.train.GradientDescentOptimizer(lr)
        x = tf.placeholder(tf.float32, [None, 3])
        y = tf.placeholder(tf.float32, [None, 1])
        xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i):
                    with tf.name_scope('tower_%d' % i) as scope:
                        loss = tf.reduce_mean(tf.square(inference(xs[i]) - ys[i]))
                        tf.get_variable_scope().reuse_variables()
                        summaries = tf.get_collection(tf.GraphKeys.SUMMARIES, scope)
                        tower_grads.append(opt.compute_gradients(loss))
        grads = average_gradients(tower_grads)
        train_op = opt.apply_gradients(grads, global_step=global_step)
        for grad, var in grads:
            if grad is not None:
                summaries.append(tf.contrib.deprecated.histogram_summary(var.op.name + '/gradients', grad))
        summaries.append(tf.contrib.deprecated.scalar_summary('rate', lr))
        summary_op = tf.contrib.deprecated.merge_summary(summaries)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(4):
                bx = rng.rand(4, 3)
                batch = {x: bx, y: bx.sum(1, keepdims=True)}
                _, value = sess.run([train_op, loss], batch)
                print(step, value)
            summary = tf.Summary.FromString(sess.run(summary_op, batch))
            print([one.tag for one in summary.value])


if __name__ == '__main__':
    train()
