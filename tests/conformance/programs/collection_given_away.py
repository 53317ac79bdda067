# expect: SES205
"""A list of the graph has another name, by which it is changed later."""

import tensorflow as tf

trained = tf.get_collection_ref(tf.GraphKeys.TRAINABLE_VARIABLES)
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
frozen = tf.get_variable('frozen', [2], initializer=tf.constant_initializer(0.5))
trained.remove(frozen)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.square(w + frozen)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train_op)
    print(sess.run([w, frozen]))
