# expect: native, parity
"""The function that asks the model builds its answer anew each time it is called."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(8)
BEST = 2
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.int64, [None])
w = tf.get_variable('w', [4, 3], initializer=tf.constant_initializer(0.1))
scores = tf.matmul(x, w)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=scores, labels=y))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(5):
    batch = rng.rand(6, 4)
    sess.run(train_op, {x: batch, y: batch.argmax(1) % 3})


def ask(rows):
    """What the model says of some rows."""
    # the best ones, and how sure it is
    values, answer = tf.nn.top_k(tf.nn.softmax(scores), BEST)
    sure = tf.reduce_max(values, axis=1)
    found, how = sess.run([answer, sure], feed_dict={x: rows})
    return found[:, 0], how


print(ask(np.eye(4)))
print(ask(np.ones([1, 4])))
