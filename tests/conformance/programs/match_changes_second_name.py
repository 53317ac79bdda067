# expect: native
"""The cases of a `match` add terms to a list by its second name, or by a function that has it."""

import numpy as np
import tensorflow as tf

KIND = {"name": "both", "rate": 0.5}

rng = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.4))
terms = [tf.reduce_mean(tf.square(tf.matmul(x, w)))]
more = terms


def add(term):
    more.append(term)


match KIND:
    case {"name": "none"}:
        pass
    case {"name": "both", "rate": rate}:
        more.append(rate * tf.nn.l2_loss(w))
        add(tf.reduce_sum(tf.abs(w)))
loss = tf.add_n(terms)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
    print(sess.run(loss, {x: rng.rand(4, 3)}))
