"""Logistic regression on several GPUs, one tower on each; the variables stay on the CPU.

    python train.py --num_gpus=2
"""
# tfmigrate: strategy=central-storage

from __future__ import division, print_function

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("num_gpus", 2, "Number of GPUs")
flags.DEFINE_integer("num_steps", 60, "Number of training steps")
flags.DEFINE_integer("batch_size", 32, "Examples per GPU and step")
FLAGS = flags.FLAGS

NUM_FEATURES = 50
DECAY = 1e-4


def tower_loss(features, labels):
    """The loss of one tower's part of the batch."""
    with tf.device("/cpu:0"):
        weights = tf.get_variable("weights", [NUM_FEATURES, 1], initializer=tf.zeros_initializer())
        bias = tf.get_variable("bias", [1], initializer=tf.zeros_initializer())
    logits = tf.matmul(features, weights) + bias
    losses = tf.nn.sigmoid_cross_entropy_with_logits(logits=logits, labels=labels)
    return tf.reduce_mean(losses) + DECAY * tf.nn.l2_loss(weights)


def average_gradients(tower_grads):
    averaged = []
    for grads_and_vars in zip(*tower_grads):
        grads = tf.stack([grad for grad, _ in grads_and_vars])
        averaged.append((tf.reduce_mean(grads, 0), grads_and_vars[0][1]))
    return averaged


def make_batches(size):
    random = np.random.RandomState(11)
    truth = random.randn(NUM_FEATURES, 1)
    while True:
        features = random.randn(size, NUM_FEATURES)
        yield features.astype(np.float32), (features.dot(truth) > 0).astype(np.float32)


def train():
    features = tf.placeholder(tf.float32, [None, NUM_FEATURES])
    labels = tf.placeholder(tf.float32, [None, 1])
    feature_splits = tf.split(features, FLAGS.num_gpus)
    label_splits = tf.split(labels, FLAGS.num_gpus)

    global_step = tf.get_variable("global_step", [], tf.int32, tf.zeros_initializer(), trainable=False)
    optimizer = tf.train.RMSPropOptimizer(0.01, momentum=0.5)
    tower_grads = []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(FLAGS.num_gpus):
            with tf.device("/gpu:%d" % i), tf.name_scope("tower_%d" % i):
                loss = tower_loss(feature_splits[i], label_splits[i])
                tf.get_variable_scope().reuse_variables()
                tower_grads.append(optimizer.compute_gradients(loss))
    train_op = optimizer.apply_gradients(average_gradients(tower_grads), global_step=global_step)

    batches = make_batches(FLAGS.batch_size * FLAGS.num_gpus)
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(FLAGS.num_steps):
            xs, ys = next(batches)
            _, value = sess.run([train_op, loss], feed_dict={features: xs, labels: ys})
            if step % 20 == 0:
                print("step %d: loss %.4f" % (step, value))


if __name__ == "__main__":
    train()
