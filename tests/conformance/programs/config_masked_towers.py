# expect: native MirroredStrategy, parity
"""A mask that comes behind the graph, and renumbers the GPUs of its towers; memory that grows."""
import os
import numpy as np
import tensorflow as tf

def average_gradients(tower_grads):
    averaged = []
    for pairs in zip(*tower_grads):
        averaged.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
    return averaged

def main():
    x = tf.placeholder(tf.float32, [8, 2])
    parts = tf.split(x, 2)
    opt = tf.train.GradientDescentOptimizer(0.1)
    grads = []
    for i in range(2):
        with tf.device('/gpu:%d' % i):
            with tf.variable_scope('net', reuse=i > 0):
                w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
                loss = tf.reduce_mean(tf.square(tf.matmul(parts[i], w)))
                grads.append(opt.compute_gradients(loss))
    train_op = opt.apply_gradients(average_gradients(grads))
    os.environ['CUDA_VISIBLE_DEVICES'] = '0,2'
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.allow_growth = len(grads) > 0
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            print(sess.run([train_op, loss], feed_dict={x: np.arange(16.).reshape(8, 2) / 16})[1])

main()
