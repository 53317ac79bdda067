# expect: SES205
"""A function that builds the graph by what a clock tells, under another name."""

import time

import tensorflow as tf

w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))


def model(x):
    start_time = time.time()
    now = 0.0 + start_time
    print('began', start_time > 0)
    y = x * w
    if now > 0.0:
        y = y * 2.0
    return tf.square(y)


x = tf.placeholder(tf.float32, [2])
loss = tf.reduce_sum(model(x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for i in range(3):
        print(session.run([train_op, loss], {x: [1.0, 2.0]}))
