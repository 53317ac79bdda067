# expect: SES203
"""A run that is told to end early, which a step cannot."""

import tensorflow as tf

w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
options = tf.RunOptions(timeout_in_ms=10000)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        print(session.run([train_op, loss], options=options))
