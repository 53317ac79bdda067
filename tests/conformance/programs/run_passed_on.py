# expect: native, parity
"""What a run gives goes at once to a method and to a function of the program's own."""
import numpy as np
import tensorflow as tf


class Meter(object):
    def __init__(self):
        self.total = 0.0

    def add(self, values):
        values = values if type(values) is list else [values]
        for value in values:
            self.total += 0.0 if value is None else value


def shown(step, value):
    value = value * 1
    print('step %d: %.9f' % (step, value))
    return value


x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable('w', [3, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

meter = Meter()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        batch = np.full((4, 3), 0.5 + step, np.float32)
        meter.add(sess.run([train_op, loss], feed_dict={x: batch}))
        shown(step, shown(step, sess.run(loss, feed_dict={x: batch})))
    print(meter.total)
