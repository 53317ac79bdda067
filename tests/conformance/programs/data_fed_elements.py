# expect: compat, parity
"""One run for all initialisers; later a run that is fed what the iterator would give."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

features = tf.placeholder(x.dtype, x.shape)
labels = tf.placeholder(y.dtype, y.shape)

with tf.name_scope('input'), tf.device('/cpu:0'):
    dataset = tf.data.Dataset.from_tensor_slices((features, labels)).repeat(2).batch(4)
    iterator = dataset.make_initializable_iterator()
next_x, next_y = iterator.get_next()

w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

test_x, test_y = x[:2] + 1.0, y[:2]
sess = tf.Session()
sess.run([iterator.initializer, tf.global_variables_initializer()], feed_dict={features: x, labels: y})
for step in range(20):
    try:
        _, value = sess.run([train_op, loss])
        if step % 2 == 0:
            print(step, value, sess.run(loss, {next_x: test_x, next_y: test_y}))
    except tf.errors.OutOfRangeError:
        print('done after', step)
        break
