# expect: lower
"""Variables with seeds are initialised twice, one by one: the second time they get the next numbers."""

import tensorflow as tf

w = tf.get_variable('w', initializer=tf.random_normal([2], seed=3))
v = tf.Variable(w.initialized_value() * 2.0)
with tf.Session() as sess:
    sess.run(w.initializer)
    sess.run(w.initializer)
    sess.run(v.initializer)
    print(sess.run([w, v]))
