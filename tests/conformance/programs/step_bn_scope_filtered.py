# expect: compat, parity
"""Only the discriminator's updates are taken from the collection, by scope."""

import numpy as np
import tensorflow as tf


def block(x, scope, reuse=None, training=True):
    with tf.variable_scope(scope, reuse=reuse):
        h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.2), name='fc')
        h = tf.layers.batch_normalization(h, training=training, momentum=0.5, name='bn')
        return tf.layers.dense(tf.tanh(h), 2, kernel_initializer=tf.constant_initializer(0.3), name='out')


rng = np.random.RandomState(64)
z = tf.placeholder(tf.float32, [None, 2])
real = tf.placeholder(tf.float32, [None, 2])
fake = block(z, 'gen')
d_fake = block(fake, 'dis')
d_real = block(real, 'dis', reuse=True, training=False)  # two updates at once would have no order
d_loss = tf.reduce_mean(tf.square(d_real - 1.0)) + tf.reduce_mean(tf.square(d_fake))
g_loss = tf.reduce_mean(tf.square(d_fake - 1.0))
d_vars = [v for v in tf.trainable_variables() if v.name.startswith('dis')]
g_vars = [v for v in tf.trainable_variables() if v.name.startswith('gen')]
with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope='dis')):
    d_train = tf.train.GradientDescentOptimizer(0.1).minimize(d_loss, var_list=d_vars)
with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope='gen')):
    g_train = tf.train.GradientDescentOptimizer(0.1).minimize(g_loss, var_list=g_vars)
sample = block(z, 'gen', reuse=True, training=False)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        noise = rng.rand(5, 2)
        _, d = sess.run([d_train, d_loss], {z: noise, real: rng.rand(5, 2)})
        _, g = sess.run([g_train, g_loss], {z: noise})
        print(i, d, g, sess.run(sample, {z: np.ones((1, 2))}).ravel())
