# expect: compat in-graph over a cluster, not run: it needs the other tasks of its cluster
"""A client of servers that run elsewhere: towers on the workers, variables on the parameter server."""

import sys

import numpy as np
import tensorflow as tf

ps_hosts, worker_hosts = (argument.split(',') for argument in sys.argv[1:3])
count = len(worker_hosts)
master = 'grpc://' + worker_hosts[0]


def average_gradients(tower_grads):
    averaged = []
    for pairs in zip(*tower_grads):
        gradients = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], 0)
        averaged.append((tf.reduce_mean(gradients, 0), pairs[0][1]))
    return averaged


with tf.device('/job:ps/task:0'):
    weights = tf.get_variable('weights', [4, 1], initializer=tf.zeros_initializer())
    bias = tf.get_variable('bias', [1], initializer=tf.zeros_initializer())
    global_step = tf.train.get_or_create_global_step()
features = tf.placeholder(tf.float32, [None, 4])
targets = tf.placeholder(tf.float32, [None, 1])
optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
tower_grads, losses = [], []
for i, (xs, ys) in enumerate(zip(tf.split(features, count), tf.split(targets, count))):
    with tf.device('/job:worker/task:%d' % i):
        loss = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(xs, weights) + bias) - ys))
        losses.append(loss)
        tower_grads.append(optimizer.compute_gradients(loss))
with tf.device('/job:ps/task:0'):
    train_op = optimizer.apply_gradients(average_gradients(tower_grads), global_step)
    mean_loss = tf.add_n(losses) / count

random = np.random.RandomState(0)
with tf.Session(master) as session:
    session.run(tf.global_variables_initializer())
    for step in range(20):
        batch = random.rand(8, 4).astype(np.float32)
        feeds = {features: batch, targets: np.tanh(batch.sum(1, keepdims=True))}
        _, value = session.run([train_op, mean_loss], feed_dict=feeds)
        print('step %d %d loss %r' % (step, session.run(global_step), float(value)))
    print('done', session.run(weights).ravel().tolist())
