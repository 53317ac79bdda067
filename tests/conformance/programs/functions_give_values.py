# expect: native, parity
"""Functions that each open a session and return what they ran, the second of which is given what the first did."""

import numpy as np
import tensorflow as tf


def one_hot(labels, depth):
    depth = tf.constant(depth, name='depth')
    found = tf.one_hot(labels, depth, axis=0)
    session = tf.Session()
    found = session.run(found)
    session.close()
    return found


def fit(xs, ys):
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [4, None])
    y = tf.placeholder(tf.float32, [3, None])
    w = tf.get_variable('w', [3, 4], initializer=tf.zeros_initializer())
    logits = tf.transpose(tf.matmul(w, x))
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=tf.transpose(y)))
    train = tf.train.AdamOptimizer(0.1).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(5):
            _, value = session.run([train, loss], feed_dict={x: xs, y: ys})
            print(value)
        found = session.run(w)
    return found


values = np.random.RandomState(0).rand(4, 6).astype(np.float32)
targets = one_hot(np.array([0, 1, 2, 0, 1, 2]), 3)
print(targets)
weights = fit(values, targets)
print(weights.sum())
