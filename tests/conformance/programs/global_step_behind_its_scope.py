# expect: native
# the count of steps is made behind a scope of its name, and is called global_step_1
import numpy as np
import tensorflow as tf

x = tf.constant(np.eye(4, dtype='float32'))
with tf.name_scope('global_step'):
    w = tf.Variable(tf.zeros([4, 1]), name='w')
step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
        print(sess.run(step))
    print(sess.run(w).sum())
