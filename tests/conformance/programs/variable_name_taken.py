# expect: native
"""Code catches the error of a variable's name that is taken: in the block, in a function, around a function."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())


def other(name):
    try:
        return tf.get_variable(name, [2])
    except ValueError:
        return tf.get_variable(name + '_again', [2], initializer=tf.ones_initializer())


def scaled(h, name):
    return h * tf.get_variable(name, [2], initializer=tf.ones_initializer())


parts = []
for name in ('w', 'u', 'w'):
    try:
        parts.append(tf.get_variable(name, [2], initializer=tf.ones_initializer()))
    except ValueError:
        parts.append(w)
try:
    h = scaled(x, 'u')
except ValueError:
    h = scaled(x, 'v')
loss = tf.reduce_sum(tf.square(tf.add_n(parts) * h * other('w') - 1.0))
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train, loss], {x: [1.0, i]})[1])
