# expect: native
"""A run that fetches nothing but the step beside the update, by which its loop ends."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [2], initializer=tf.random_normal_initializer())
step = tf.train.get_or_create_global_step()
loss = tf.reduce_sum(tf.square(w * x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    done = 0
    while done < 5:
        _, done = sess.run([train_op, step], {x: 1.0 + done})
        if done == 3:
            print('loss %.4f' % sess.run(loss, {x: 1.0}))
