# expect: compat, parity
"""Averages follow a sum of lists of variables; summaries of the gradients stand in front of them."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(19)


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in grad_and_vars]
        average_grads.append((tf.reduce_mean(tf.concat(grads, 0), 0), grad_and_vars[0][1]))
    return average_grads


def followed():
    return tf.trainable_variables() + tf.moving_average_variables()


x = tf.placeholder(tf.float32, [8, 3])
step = tf.get_variable('step', [], initializer=tf.constant_initializer(0), trainable=False)
optimizer = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
reuse = False
for i in range(NUM_GPUS):
    with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
        with tf.variable_scope('net', reuse=reuse):
            w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        loss = tf.reduce_mean(tf.square(tf.matmul(x[4 * i : 4 * i + 4], w) - 1.0))
        reuse = True
        tower_grads.append(optimizer.compute_gradients(loss))
grads = average_gradients(tower_grads)
for grad, var in grads:
    if grad is not None:
        tf.summary.histogram('gradients/%s' % var.op.name, grad)
apply_op = optimizer.apply_gradients(grads, global_step=step)
averages = tf.train.ExponentialMovingAverage(0.9, step)
with tf.control_dependencies([apply_op]):
    train_op = averages.apply(followed())
mean_w = averages.average(w)
summary_op = tf.summary.merge_all()
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, loss_value = sess.run([train_op, loss], {x: rng.rand(8, 3)})
        print('step', i, 0, 'loss', repr(float(loss_value)))
    print(len(sess.run(summary_op, {x: rng.rand(8, 3)})) > 0)
    print(sess.run(mean_w).ravel())
