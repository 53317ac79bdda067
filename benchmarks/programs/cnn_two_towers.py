"""A convolutional network, a tower on each of two GPUs."""

import numpy as np
import tensorflow as tf

import pace

NUM_GPUS = 2
BATCH = 32

random = np.random.RandomState(0)
images = random.rand(NUM_GPUS * BATCH, 28, 28, 1).astype(np.float32)
classes = random.randint(10, size=NUM_GPUS * BATCH)


def convolution(inputs, channels, name):
    with tf.variable_scope(name):
        with tf.device("/cpu:0"):
            kernel = tf.get_variable("kernel", [5, 5, inputs.get_shape()[3].value, channels],
                                     initializer=tf.truncated_normal_initializer(stddev=0.05))
            biases = tf.get_variable("biases", [channels], initializer=tf.zeros_initializer())
        features = tf.nn.relu(tf.nn.conv2d(inputs, kernel, [1, 1, 1, 1], padding="SAME") + biases)
        return tf.nn.max_pool(features, [1, 2, 2, 1], [1, 2, 2, 1], padding="SAME")


def tower_loss(inputs, labels):
    features = convolution(convolution(inputs, 16, "conv1"), 32, "conv2")
    flat = tf.reshape(features, [-1, 7 * 7 * 32])
    with tf.device("/cpu:0"):
        weights = tf.get_variable("weights", [7 * 7 * 32, 10],
                                  initializer=tf.truncated_normal_initializer(stddev=0.05))
    logits = tf.matmul(flat, weights)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))


def average_gradients(tower_grads):
    averaged = []
    for pairs in zip(*tower_grads):
        gradient = tf.reduce_mean(tf.stack([gradient for gradient, _ in pairs]), 0)
        averaged.append((gradient, pairs[0][1]))
    return averaged


with tf.device("/cpu:0"):
    X = tf.placeholder(tf.float32, [NUM_GPUS * BATCH, 28, 28, 1])
    Y = tf.placeholder(tf.int64, [NUM_GPUS * BATCH])
    optimizer = tf.train.MomentumOptimizer(0.01, 0.9)
    tower_grads = []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(NUM_GPUS):
            with tf.device("/gpu:%d" % i):
                with tf.name_scope("tower_%d" % i):
                    part = X[i * BATCH:(i + 1) * BATCH]
                    labels = Y[i * BATCH:(i + 1) * BATCH]
                    loss = tower_loss(part, labels)
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(optimizer.compute_gradients(loss))
    train_op = optimizer.apply_gradients(average_gradients(tower_grads))

with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    while pace.goes_on():
        _, value = sess.run([train_op, loss], feed_dict={X: images, Y: classes})
        pace.note(value)
