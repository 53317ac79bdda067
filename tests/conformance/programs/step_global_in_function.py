# expect: safe wrapped
"""Functions read global tensors and a global session."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(80)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
out = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())


def step(batch):
    _, value = sess.run([train_op, loss], {x: batch})
    return value


def predict(batch, scale=1.0):
    return scale * sess.run(out, feed_dict={x: batch})


history = []
for i in range(4):
    history.append(step(rng.rand(4, 3)))
    print(history[-1], predict(np.ones((1, 3)), 2.0))
out = 'done'
print(out, np.mean(history))
