# expect: native, parity
"""A device function around one network."""
import numpy as np
import tensorflow as tf


def on_host(op):
    if op.type in ('Variable', 'VariableV2', 'VarHandleOp'):
        return '/cpu:0'
    return '/gpu:0'


x = tf.placeholder(tf.float32, [None, 3])
with tf.device(on_host):
    w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
    b = tf.Variable(tf.zeros([2]), name='b')
    out = tf.matmul(x, w) + b
with tf.device(lambda op: '/cpu:0'):
    loss = tf.reduce_mean(tf.square(out))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        _, l = sess.run([train_op, loss], {x: rng.rand(8, 3)})
        print(l)
