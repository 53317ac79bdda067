"""A network that is too large for one GPU: the first layers are on one, the last ones on another.

    python train.py --num_steps=60
"""

from __future__ import division, print_function

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("num_steps", 60, "Number of training steps")
flags.DEFINE_integer("batch_size", 64, "Examples per step")
flags.DEFINE_float("learning_rate", 0.002, "Learning rate")
FLAGS = flags.FLAGS

NUM_INPUTS = 32
NUM_HIDDEN = 96
NUM_OUTPUTS = 8


def dense(name, inputs, num_outputs):
    with tf.variable_scope(name):
        weights = tf.get_variable("weights", [inputs.shape[1].value, num_outputs],
                                  initializer=tf.truncated_normal_initializer(stddev=0.1))
        biases = tf.get_variable("biases", [num_outputs], initializer=tf.zeros_initializer())
        return tf.matmul(inputs, weights) + biases


def encoder(inputs):
    hidden = tf.nn.tanh(dense("encode1", inputs, NUM_HIDDEN))
    return tf.nn.tanh(dense("encode2", hidden, NUM_HIDDEN))


def decoder(hidden):
    hidden = tf.nn.tanh(dense("decode1", hidden, NUM_HIDDEN))
    return dense("decode2", hidden, NUM_OUTPUTS)


def batches():
    """A random teacher's answers to random questions."""
    random = np.random.RandomState(3)
    teacher = random.randn(NUM_INPUTS, NUM_OUTPUTS) / np.sqrt(NUM_INPUTS)
    while True:
        questions = random.randn(FLAGS.batch_size, NUM_INPUTS)
        yield questions.astype(np.float32), np.tanh(questions.dot(teacher)).astype(np.float32)


def main(_):
    inputs = tf.placeholder(tf.float32, [None, NUM_INPUTS], name="inputs")
    targets = tf.placeholder(tf.float32, [None, NUM_OUTPUTS], name="targets")

    with tf.device("/gpu:0"):
        code = encoder(inputs)
    with tf.device("/gpu:1"):
        outputs = decoder(code)
        loss = tf.reduce_mean(tf.square(outputs - targets))

    global_step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(FLAGS.learning_rate, global_step, 20, 0.9)
    optimizer = tf.train.AdamOptimizer(rate)
    train_op = optimizer.minimize(loss, global_step=global_step, colocate_gradients_with_ops=True)

    data = batches()
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(FLAGS.num_steps):
            xs, ys = next(data)
            _, value = sess.run([train_op, loss], feed_dict={inputs: xs, targets: ys})
            if step % 20 == 0:
                print("step %d: loss %.5f" % (step, value))


if __name__ == "__main__":
    tf.app.run()
