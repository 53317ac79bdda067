# expect: safe compat
"""What assignments give is fetched, and used."""

import numpy as np
import tensorflow as tf

count = tf.Variable(0, trainable=False, name='count')
total = tf.get_variable('total', [], initializer=tf.zeros_initializer())
amount = tf.placeholder(tf.float32, [])
more = tf.assign_add(count, 2)
add = total.assign_add(amount)
mean = add / tf.cast(tf.maximum(more, 1), tf.float32)
clear = tf.group(count.assign(0), total.assign(0.0))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        print(i, sess.run(more), sess.run(add, {amount: i}))
        print(sess.run(mean, {amount: 1.5}), sess.run([count, total]))
        if i == 2:
            sess.run(clear)
    print(sess.run(count), sess.run(total))
