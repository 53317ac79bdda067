# expect: lower
"""A number of another module, which the graph is built of, is set anew before the first run."""

import net
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = net.scaled(x)
sess = tf.Session()
net.factor = 3.0
print(sess.run(y, {x: [1.0, 2.0]}))
