# expect: compat, parity
"""A placeholder is fed from the third turn on only: until then the session refuses to run."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [])
y = tf.placeholder(tf.float32, [])
total = x + y
with tf.Session() as sess:
    feed = {x: 1.0}
    for i in range(4):
        try:
            print(i, sess.run(total, feed_dict=feed))
        except tf.errors.InvalidArgumentError:
            print(i, 'not all is fed')
        if i == 1:
            feed[y] = 2.0
