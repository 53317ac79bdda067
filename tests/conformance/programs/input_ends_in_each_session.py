# expect: native one device, parity
"""Sessions that come one after the other read the whole input each, which ends in each of them."""

import numpy as np
import tensorflow as tf

ROWS = np.arange(12, dtype=np.float32).reshape(6, 2) / 12
(row,) = tf.train.slice_input_producer([ROWS], num_epochs=1, shuffle=False)
rows = tf.train.batch([row], batch_size=2)
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(rows, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
for run in range(2):
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=session, coord=coord)
        try:
            while not coord.should_stop():
                print(run, session.run([loss, train_op])[0])
        except tf.errors.OutOfRangeError:
            print('all seen')
        finally:
            coord.request_stop()
        coord.join(threads)
