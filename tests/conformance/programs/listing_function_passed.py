# expect: compat
"""Functions of TensorFlow that list variables: one is passed to a function, the other is in a table."""

import tensorflow as tf

LISTS = {"all": tf.global_variables, "trained": tf.trainable_variables}


def total(listing):
    return tf.add_n([tf.reduce_sum(one) for one in listing()])


def largest(which):
    return tf.reduce_max(tf.stack([tf.reduce_sum(one) for one in LISTS[which]()]))


w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w - 3.0))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
every = total(tf.global_variables)
most = largest("all")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss])[1])
    print(sess.run([every, most]))
