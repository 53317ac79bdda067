# expect: native, parity
"""Functions that train and evaluate keep their best loss and their count in global names."""

import tempfile

import numpy as np
import tensorflow as tf

best, seen = None, 0
folder = tempfile.mkdtemp()
rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
sess = tf.Session()
sess.run(tf.global_variables_initializer())


def evaluate(batch):
    global best
    value = sess.run(loss, feed_dict={x: batch})
    if best is None or value < best:
        best = value
        saver.save(sess, folder + '/model', global_step=seen)
        print('best', best)
    return value


def train(rows):
    global seen
    batch = rng.rand(rows, 2) + seen
    _, value = sess.run([train_op, loss], feed_dict={x: batch / (1 + seen)})
    seen += 1
    print(seen, value, evaluate(batch))


def main():
    for turn in range(4):
        train(3 + seen)
    print('in all', seen, best)


main()
