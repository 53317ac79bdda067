# expect: native, parity
"""How many parameters there are is counted by products of NumPy's arrays, as many trainers do."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1))
train_op = tf.train.RMSPropOptimizer(0.05).minimize(loss)

total = 0
for variable in tf.trainable_variables():
    total += np.array(variable.get_shape().as_list()).prod()
print('parameters: {}'.format(total))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: np.eye(3)})[0])
