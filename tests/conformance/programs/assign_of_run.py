# expect: native
"""A rate that is given a value made of what a run of it gives, in the same statement."""

import tensorflow as tf


def main():
    rate = tf.Variable(0.1, trainable=False)
    x = tf.placeholder(tf.float32, [])
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(1.0))
    loss = tf.square(w * x - 3.0)
    train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(6):
            if step % 2 == 1:
                sess.run(tf.assign(rate, rate.eval() * 0.5))
            if step == 4:
                sess.run(rate.assign(sess.run([train_op, loss], {x: 2.0})[1] * 0.01))
            _, value = sess.run([train_op, loss], {x: 1.0})
            print(step, value, sess.run(rate))


if __name__ == '__main__':
    main()
