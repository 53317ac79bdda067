# expect: compat explicit devices
"""The last tower's loss and the averaged gradients are summarised together, behind the towers."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(31)


def average(tower_grads):
    return [(tf.add_n([g for g, _ in pairs]) / NUM_GPUS, pairs[0][1]) for pairs in zip(*tower_grads)]


x = tf.placeholder(tf.float32, [6, 3])
xs = tf.split(x, NUM_GPUS)
opt = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.variable_scope('model', reuse=i > 0):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
        loss = tf.reduce_mean(tf.square(tf.matmul(xs[i], w) - 1.0), name='loss')
        tower_grads.append(opt.compute_gradients(loss))
grads = average(tower_grads)
train_op = opt.apply_gradients(grads)
tf.summary.scalar('last', loss)
for g, v in grads:
    tf.summary.histogram(v.op.name + '/gradients', g)
merged = tf.summary.merge_all()
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        _, value, text = sess.run([train_op, loss, merged], {x: rng.rand(6, 3)})
        print(i, value, len(text))
