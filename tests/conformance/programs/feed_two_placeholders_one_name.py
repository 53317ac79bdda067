# expect: lower
"""Two placeholders have one name in turn; each is fed by a dictionary of its own."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [])
double = x * 2.0
feed = {x: 1.0}
x = tf.placeholder(tf.float32, [])
both = double + x
with tf.Session() as sess:
    for i in range(2):
        if i:
            feed = {x: 5.0}
        try:
            print(sess.run(double, feed_dict=feed))
        except tf.errors.InvalidArgumentError:
            print('not fed')
