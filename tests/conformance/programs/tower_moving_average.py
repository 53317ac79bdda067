# expect: safe native
"""cifar10_multi_gpu_train: averages of the weights in a group with the update, a decayed rate, a saver."""

import os
import tempfile

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
path = os.path.join(tempfile.mkdtemp(), 'model.ckpt')
rng = np.random.RandomState(85)


def inference(x):
    with tf.variable_scope('fc'):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        tf.add_to_collection('losses', tf.multiply(tf.nn.l2_loss(w), 0.01, name='weight_loss'))
        return tf.matmul(x, w)


def tower_loss(scope, x, y):
    fit = tf.reduce_mean(tf.square(inference(x) - y))
    tf.add_to_collection('losses', fit)
    return tf.add_n(tf.get_collection('losses', scope), name='total_loss')


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
                        loss = tower_loss(scope, xs[i], ys[i])
                        tf.get_variable_scope().reuse_variables()
                        tower_grads.append(opt.compute_gradients(loss))
        grads = average_gradients(tower_grads)
        apply_gradient_op = opt.apply_gradients(grads, global_step=global_step)
        variable_averages = tf.train.ExponentialMovingAverage(0.9, global_step)
        with tf.control_dependencies([apply_gradient_op]):
            train_op = variable_averages.apply(tf.trainable_variables())
        saver = tf.train.Saver(tf.global_variables())
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(4):
                bx = rng.rand(4, 3)
                _, value = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
                print(step, value)
            saver.save(sess, path, global_step=step)
    for name, _ in tf.train.list_variables(path + '-3'):
        print(name, np.sum(tf.train.load_variable(path + '-3', name)))


if __name__ == '__main__':
    train()
