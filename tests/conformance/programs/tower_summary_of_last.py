# expect: compat explicit devices
"""Each tower makes summaries in its scope, by a function; all are merged and written, beside the last loss."""

import tempfile

import numpy as np
import tensorflow as tf

NUM_GPUS = 3
rng = np.random.RandomState(29)


def average(tower_grads):
    return [(tf.add_n([g for g, _ in pairs]) / NUM_GPUS, pairs[0][1]) for pairs in zip(*tower_grads)]


def show(name, value):
    tf.summary.scalar(name, value)
    tf.summary.histogram(value.op.name + '/all', value)


x = tf.placeholder(tf.float32, [6, 3])
xs = tf.split(x, NUM_GPUS)
opt = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
        with tf.variable_scope('model', reuse=i > 0):
            w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
        loss = tf.reduce_mean(tf.square(tf.matmul(xs[i], w) - 1.0), name='loss')
        show('loss', loss)
        tower_grads.append(opt.compute_gradients(loss))
train_op = opt.apply_gradients(average(tower_grads))
merged = tf.summary.merge_all()
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    writer = tf.summary.FileWriter(tempfile.mkdtemp())
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        _, value, text = sess.run([train_op, loss, merged], {x: rng.rand(6, 3)})
        writer.add_summary(text, i)
        print(i, value)
    writer.close()
