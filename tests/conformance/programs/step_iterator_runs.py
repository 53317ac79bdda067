# expect: native, parity
"""Each run takes the next element of an iterator, until there is none; it is started anew."""

import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.arange(6, dtype=np.float32)).batch(2)
iterator = data.make_initializable_iterator()
element = iterator.get_next()
w = tf.get_variable('w', [], initializer=tf.zeros_initializer())
loss = tf.reduce_sum(tf.square(element - w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                print(epoch, sess.run([train_op, loss, element]))
            except tf.errors.OutOfRangeError:
                break
    sess.run(iterator.initializer)
    print(sess.run(element), sess.run(element))
