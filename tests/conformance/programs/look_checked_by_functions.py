# expect: native, parity
"""Functions that end the program where the graph is not as they want it: no run needs what they give."""

import numpy as np
import tensorflow as tf

WIDTH = 3
rng = np.random.RandomState(0)


def checked(tensor, width):
    assert tensor.get_shape().as_list()[1] == width, 'another width'
    return tensor


def count_of(parts):
    if len(parts) > 4:
        raise ValueError('too many parts')
    return len(parts)


x = tf.placeholder(tf.float32, [None, WIDTH])
w = tf.get_variable('w', [WIDTH, 1], initializer=tf.ones_initializer())
h = tf.matmul(x, w)
unused = checked(h, 1)
many = count_of([x, h])
loss = tf.reduce_mean(tf.square(h))
tf.losses.add_loss(loss)
collected = tf.losses.get_losses()
print('losses:', len(collected))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.losses.get_total_loss())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(4, WIDTH).astype(np.float32)})
        print(step, value)
