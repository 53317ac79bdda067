# expect: safe native
"""A function takes a variable off the list of those that are trained."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
scale = tf.get_variable('scale', [], initializer=tf.constant_initializer(2.0))


def freeze(names):
    """Those of these names are trained no more."""
    trained = tf.get_default_graph()
    for variable in list(trained.get_collection_ref(tf.GraphKeys.TRAINABLE_VARIABLES)):
        if variable.op.name in names:
            trained.get_collection_ref(tf.GraphKeys.TRAINABLE_VARIABLES).remove(variable)


loss = tf.reduce_mean(tf.square(scale * tf.matmul(x, w) - 1.0))
freeze(['scale'])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
random = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([train_op, loss], {x: random.rand(4, 3)})
        print(step, value, sess.run(scale))
