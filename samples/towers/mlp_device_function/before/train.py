"""Multilayer perceptron on several GPUs; a device function keeps the variables on the CPU.

    python train.py --num_gpus=2
"""

from __future__ import division, print_function

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("num_gpus", 2, "Number of GPUs")
flags.DEFINE_integer("num_steps", 60, "Number of training steps")
flags.DEFINE_integer("batch_size", 64, "Examples per GPU and step")
flags.DEFINE_float("learning_rate", 0.05, "Learning rate")
FLAGS = flags.FLAGS

num_gpus = FLAGS.num_gpus
batch_size = FLAGS.batch_size
display_step = 20

num_input = 64
num_hidden = 256
num_classes = 4

# Generated data: four Gaussian clouds
random = np.random.RandomState(42)
centers = random.randn(num_classes, num_input)


def next_batch(size):
    labels = random.randint(num_classes, size=size)
    points = centers[labels] + random.randn(size, num_input)
    return points.astype(np.float32), np.eye(num_classes, dtype=np.float32)[labels]


# Ops that hold state: they go where all the GPUs can share them
PS_OPS = ["Variable", "VariableV2", "AutoReloadVariable", "VarHandleOp"]


def assign_to_device(device, ps_device="/cpu:0"):
    def _assign(op):
        node_def = op if isinstance(op, tf.NodeDef) else op.node_def
        if node_def.op in PS_OPS:
            return ps_device
        else:
            return device

    return _assign


def mlp(x, reuse):
    with tf.variable_scope("mlp", reuse=reuse):
        w1 = tf.get_variable("w1", [num_input, num_hidden],
                             initializer=tf.random_normal_initializer(stddev=0.1))
        b1 = tf.get_variable("b1", [num_hidden], initializer=tf.zeros_initializer())
        hidden = tf.nn.tanh(tf.matmul(x, w1) + b1)
        w2 = tf.get_variable("w2", [num_hidden, num_classes],
                             initializer=tf.random_normal_initializer(stddev=0.1))
        b2 = tf.get_variable("b2", [num_classes], initializer=tf.zeros_initializer())
        return tf.matmul(hidden, w2) + b2


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in grad_and_vars]
        grad = tf.reduce_mean(tf.concat(grads, 0), 0)
        average_grads.append((grad, grad_and_vars[0][1]))
    return average_grads


with tf.device("/cpu:0"):
    tower_grads = []
    tower_losses = []

    # One placeholder for the batches of all the towers
    X = tf.placeholder(tf.float32, [None, num_input])
    Y = tf.placeholder(tf.float32, [None, num_classes])

    optimizer = tf.train.MomentumOptimizer(FLAGS.learning_rate, 0.9)

    for i in range(num_gpus):
        with tf.device(assign_to_device("/gpu:%d" % i, ps_device="/cpu:0")):
            # This tower's part of the batch
            _x = X[i * batch_size:(i + 1) * batch_size]
            _y = Y[i * batch_size:(i + 1) * batch_size]

            logits = mlp(_x, reuse=(i > 0))
            loss_op = tf.reduce_mean(
                tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=_y))
            grads = optimizer.compute_gradients(loss_op)

            tower_grads.append(grads)
            tower_losses.append(loss_op)

    mean_loss = tf.reduce_mean(tf.stack(tower_losses))
    train_op = optimizer.apply_gradients(average_gradients(tower_grads))

init = tf.global_variables_initializer()

with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(init)
    for step in range(1, FLAGS.num_steps + 1):
        batch_x, batch_y = next_batch(batch_size * num_gpus)
        _, loss = sess.run([train_op, mean_loss], feed_dict={X: batch_x, Y: batch_y})
        if step % display_step == 0 or step == 1:
            print("Step " + str(step) + ": loss = {:.4f}".format(loss))
    print("Optimization finished")
