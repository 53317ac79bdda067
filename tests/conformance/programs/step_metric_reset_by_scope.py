# expect: safe wrapped
"""The variables of one metric are found by scope and reset; the other's go on."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(50)
labels = tf.placeholder(tf.int32, [None])
guess = tf.placeholder(tf.int32, [None])
acc, acc_op = tf.metrics.accuracy(labels, guess, name='epoch_metric')
rec, rec_op = tf.metrics.recall(labels, guess, name='whole_metric')
running = tf.get_collection(tf.GraphKeys.LOCAL_VARIABLES, scope='epoch_metric')
reset = tf.variables_initializer(var_list=running)
with tf.Session() as sess:
    sess.run(tf.local_variables_initializer())
    for epoch in range(2):
        sess.run(reset)
        for _ in range(3):
            feed = {labels: rng.randint(0, 2, 5), guess: rng.randint(0, 2, 5)}
            sess.run([acc_op, rec_op], feed_dict=feed)
        print(epoch, sess.run([acc, rec]))
