# expect: lower
"""What a table has under a name is another function when the graph runs."""

import numpy as np
import tensorflow as tf

TABLE = {'act': tf.nn.relu}


def activated(x):
    return TABLE['act'](x)


def main():
    x = tf.placeholder(tf.float32, [3])
    own = {'act': tf.nn.relu}
    first = activated(x)
    second = own['act'](x)
    own['act'] = tf.negative
    TABLE.update(act=tf.negative)
    with tf.Session() as sess:
        print(sess.run(first, {x: np.ones(3)}))
        print(sess.run(second, {x: np.ones(3)}))


main()
