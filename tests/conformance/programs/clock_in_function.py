# expect: native, parity
"""Functions that build the graph, and look at a clock that nothing reads."""

import time

import tensorflow as tf

w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))


def model(x):
    start_time = time.time()
    y = x * w

    start_time = time.time()
    took = time.time() - start_time
    return tf.square(y)


x = tf.placeholder(tf.float32, [2])
start_time = time.time()
loss = tf.reduce_sum(model(x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
print('built', time.time() >= start_time)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for i in range(3):
        print(session.run([train_op, loss], {x: [1.0, 2.0]}))
