# expect: lower
"""A function that runs the session puts another tensor in the place of the loss."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', [], initializer=tf.constant_initializer(2.0))
loss = tf.reduce_mean(x * w)
stricter = tf.reduce_max(x * w) * 2.0
sess = tf.Session()
sess.run(tf.global_variables_initializer())


def step(rows):
    global loss
    print(sess.run(loss, {x: rows}))
    loss = stricter


step([1.0, 2.0])
step([1.0, 2.0])
