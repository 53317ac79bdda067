# expect: lower
"""Each turn of a loop opens a session, in which the data begin anew."""

import numpy as np
import tensorflow as tf

rows = np.random.RandomState(1).rand(12, 4).astype(np.float32)
x = tf.data.Dataset.from_tensor_slices(rows).batch(2).make_one_shot_iterator().get_next()
w = tf.get_variable('w', [4, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
for turn in range(2):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            print(turn, i, sess.run([train_op, loss])[1])
