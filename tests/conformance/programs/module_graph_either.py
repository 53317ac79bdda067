# expect: native, parity
"""Functions run a module's graph, each in a session of its own: a condition lets one of them do so alone."""

import sys

import tensorflow as tf


def batches(offset):
    data = tf.data.Dataset.range(offset, offset + 100).map(lambda i: tf.cast(i, tf.float32)).batch(2)
    return data.make_one_shot_iterator().get_next()


training = tf.split(batches(0), 2)
held_out = batches(50)
w = tf.get_variable('w', [], initializer=tf.constant_initializer(1.0))
losses = []
for i in range(2):
    with tf.device('/gpu:%d' % i):
        losses.append(tf.reduce_mean(tf.square(w * training[i] - 1.0)))
loss = tf.add_n(losses)
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
tested = tf.reduce_mean(w * held_out)


def train():
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(sess.run([train_op, loss])[1])
    print(sess.run(tested))


def test():
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    print(sess.run(tested))


if __name__ == '__main__':
    if 'test' in sys.argv:
        test()
    else:
        train()
