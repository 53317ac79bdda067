# expect: SES215
"""A run that does not feed all that the data set needs, and fails."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

features = tf.placeholder(x.dtype, x.shape)
labels = tf.placeholder(y.dtype, y.shape)
data = tf.data.Dataset.from_tensor_slices((features, labels)).batch(3)
iterator = data.make_initializable_iterator()
next_x, next_y = iterator.get_next()

total = tf.reduce_sum(next_x) + tf.reduce_sum(next_y)
with tf.Session() as sess:
    try:
        sess.run(iterator.initializer, {features: x})
    except tf.errors.InvalidArgumentError:
        print('labels are missing')
    sess.run(iterator.initializer, {features: x, labels: y})
    print(sess.run(total))
