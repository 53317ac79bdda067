# expect: native
"""Input and model print while they are built, and several steps are built of them: each line comes once."""

import numpy as np
import tensorflow as tf


def inputs(batch_size):
    images = tf.constant(np.linspace(0.0, 1.0, 4 * batch_size).reshape(batch_size, 4), tf.float32)
    print("Filling a queue with %d images before training starts." % batch_size)
    return images, tf.reduce_sum(images, 1, keepdims=True)


def model(images):
    layer = images
    for number, width in enumerate([3, 2, 1]):
        with tf.variable_scope("layer%d" % number):
            layer = tf.layers.dense(layer, width, kernel_initializer=tf.constant_initializer(0.2))
        print("layer", number, "has", width, "units")
    return layer


def main():
    images, targets = inputs(6)
    outputs = model(images)
    loss = tf.reduce_mean(tf.square(outputs - targets))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            sess.run(train_op)
            if step % 2 == 0:
                print("step", step, "loss", sess.run(loss), "outputs", sess.run(outputs).sum())


main()
