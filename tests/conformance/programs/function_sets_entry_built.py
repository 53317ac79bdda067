# expect: lower
"""The graph is built of an entry of a dictionary, which a function sets anew before the first run."""

import tensorflow as tf

settings = {'factor': 1.0}


def grow():
    settings['factor'] *= 3.0


x = tf.placeholder(tf.float32, [None])
y = x * settings['factor']
sess = tf.Session()
grow()
print(sess.run(y, {x: [1.0, 2.0]}))
