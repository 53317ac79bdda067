# expect: compat, parity
"""Two optimizers over variables chosen by name, run one after the other."""

import numpy as np
import tensorflow as tf


def generator(z):
    with tf.variable_scope('gen'):
        w = tf.get_variable('w', [2, 3], initializer=tf.constant_initializer(0.3))
        return tf.tanh(tf.matmul(z, w))


def discriminator(x, reuse=False):
    with tf.variable_scope('dis', reuse=reuse):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(-0.2))
        return tf.matmul(x, w)


rng = np.random.RandomState(15)
z = tf.placeholder(tf.float32, [None, 2])
x = tf.placeholder(tf.float32, [None, 3])
fake = generator(z)
d_real, d_fake = discriminator(x), discriminator(fake, reuse=True)
d_loss = tf.reduce_mean(tf.nn.softplus(-d_real)) + tf.reduce_mean(tf.nn.softplus(d_fake))
g_loss = tf.reduce_mean(tf.nn.softplus(-d_fake))
t_vars = tf.trainable_variables()
d_vars = [var for var in t_vars if 'dis' in var.name]
g_vars = [var for var in t_vars if 'gen' in var.name]
d_optim = tf.train.AdamOptimizer(0.01, beta1=0.5).minimize(d_loss, var_list=d_vars)
g_optim = tf.train.AdamOptimizer(0.02, beta1=0.5).minimize(g_loss, var_list=g_vars)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        noise = rng.randn(5, 2)
        _, dl = sess.run([d_optim, d_loss], feed_dict={x: rng.randn(5, 3), z: noise})
        _, gl = sess.run([g_optim, g_loss], feed_dict={z: noise})
        print(step, dl, gl)
