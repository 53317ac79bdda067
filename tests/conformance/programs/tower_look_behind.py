# expect: compat explicit devices, parity
"""What is printed behind the towers is lost by no replica: a step has it that builds all of them."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(0)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        average.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
    return average


x = tf.placeholder(tf.float32, [4, 3])
parts = tf.split(x, NUM_GPUS)
opt = tf.train.MomentumOptimizer(0.1, 0.9)
tower_grads = []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(parts[i], w)))
        tower_grads.append(opt.compute_gradients(loss))
for pairs in tower_grads:
    print('gradients of a tower:', len(pairs))
for _, variable in tower_grads[0]:
    print('trained:', variable.op.name)
train_op = opt.apply_gradients(average_gradients(tower_grads))
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(4, 3).astype(np.float32)})
        print(step, value)
