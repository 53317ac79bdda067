# expect: lower
"""The graph is built of a global name; by the time of the first run a function has set it anew."""

import tensorflow as tf

factor = 1.0


def scaled(x):
    return x * factor


def grow():
    global factor
    factor *= 3.0


x = tf.placeholder(tf.float32, [None])
y = scaled(x)
sess = tf.Session()
grow()
print(sess.run(y, {x: [1.0, 2.0]}))
