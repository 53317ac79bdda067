# expect: compat, parity
"""The loop may end before the second placeholder is in the dictionary that is fed behind it."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [])
y = tf.placeholder_with_default(10.0, [])
total = x + y
with tf.Session() as sess:
    for last in (True, False):
        while True:
            feed = {x: 1.0}
            if last:
                break
            feed[y] = 2.0
            break
        print(sess.run(total, feed_dict=feed))
