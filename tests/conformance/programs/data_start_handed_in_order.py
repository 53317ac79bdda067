# expect: lower
"""What a function is handed starts a seeded order anew each time, where a data set that is kept would go on."""

import numpy as np
import tensorflow as tf

x = np.arange(6, dtype=np.float32)
data = tf.data.Dataset.from_tensor_slices(x).shuffle(6, seed=3).batch(2)
iterator = data.make_initializable_iterator()
w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(iterator.get_next() * w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)


def epoch(session, start):
    session.run(start)
    return [session.run([loss, train_op])[0] for _ in range(3)]


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        print(epoch(sess, iterator.initializer))
