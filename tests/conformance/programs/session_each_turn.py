# expect: native, parity
"""Each turn of a loop trains the graph from its beginning, in a session of its own; and then without `with`."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(1)
x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
init = tf.global_variables_initializer()
for turn in range(2):
    # from the beginning
    with tf.Session() as sess:
        sess.run(init)
        for i in range(3):
            print(turn, i, sess.run([train_op, loss], {x: rng.rand(2, 4)})[1])
    print('done', turn)
for scale in (1.0, 2.0):
    sess = tf.Session()
    sess.run(init)
    print(scale, sess.run(loss, {x: scale * np.ones((1, 4))}))
    sess.close()
