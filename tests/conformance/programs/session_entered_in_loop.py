# expect: native
# a session that is open is entered again in loops and conditions
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
batch = np.eye(2)
for step in range(4):
    with sess.as_default(), sess.graph.as_default():
        train.run({x: batch})
        if step == 2:
            continue
    if step % 2:
        with sess.as_default():
            print('odd', loss.eval({x: batch}))
    else:
        print('even')
        with tf.device('/cpu:0'):
            with sess.as_default():
                print(sess.run(w).sum())
sess.close()
