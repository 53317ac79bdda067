# expect: native, parity
"""A flag may name a machine; it is empty where nothing else is said: the session is on this one."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string('master', '', 'The server that runs the graph.')
FLAGS = tf.app.flags.FLAGS


def main(_):
    inputs = tf.placeholder(tf.float32, [3])
    weights = tf.get_variable('weights', [3], initializer=tf.ones_initializer())
    loss = tf.reduce_sum(tf.square(weights - inputs))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session(FLAGS.master) as session:
        session.run(tf.global_variables_initializer())
        for step in range(10):
            print(session.run([train_op, loss], {inputs: np.full([3], step, np.float32)})[1])


if __name__ == '__main__':
    tf.app.run()
