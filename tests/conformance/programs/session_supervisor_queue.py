# expect: wrapped, parity
"""A supervisor over an input of queues: the end of the input ends the block, and no error leaves it."""

import numpy as np
import tensorflow as tf

rows = np.random.RandomState(8).rand(12, 3).astype(np.float32)


def train():
    with tf.Graph().as_default() as graph:
        row = tf.train.slice_input_producer([tf.constant(rows)], num_epochs=2, shuffle=False)[0]
        batch = tf.train.batch([row], batch_size=4)
        w = tf.get_variable('w', [3], initializer=tf.ones_initializer())
        loss = tf.reduce_sum(tf.square(batch * w))
        update = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        supervisor = tf.train.Supervisor(graph=graph, logdir=None, saver=None)
        steps = 0
        with supervisor.managed_session('') as sess:
            while not supervisor.should_stop():
                print(sess.run([loss, update])[0])
                steps += 1
        print('ended after', steps, supervisor.should_stop())


train()
