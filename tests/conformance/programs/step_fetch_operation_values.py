# expect: safe native
"""What a run of operations gives is None, in lists of the fetches' shape; strings are bytes."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
name = tf.constant('network')
w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(x * w - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
words = tf.string_join([name, tf.as_string(tf.size(x))], separator='-')
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(train, {x: [1, 2]}), sess.run([train], {x: [1, 2]}))
    print(sess.run([train, loss, train], {x: [1.0]})[1:], sess.run((loss,), {x: [1.0]}))
    got = sess.run([words, name], {x: [1, 2, 3]})
    print(got, type(got[0]).__name__, got[0].decode())
    print(sess.run(w).dtype, sess.run(w) + 1, np.ndim(sess.run(w)))
