"""A network that is too large for one GPU: the first layers are on one, the last ones on another.

    python train.py --num_steps=60
"""

from __future__ import division, print_function

import numpy as np
import compat
import tensorflow as tf

flags = tf.compat.v1.app.flags
flags.DEFINE_integer("num_steps", 60, "Number of training steps")
flags.DEFINE_integer("batch_size", 64, "Examples per step")
flags.DEFINE_float("learning_rate", 0.002, "Learning rate")
FLAGS = flags.FLAGS

NUM_INPUTS = 32
NUM_HIDDEN = 96
NUM_OUTPUTS = 8


def dense(name, inputs, num_outputs):
    with tf.compat.v1.variable_scope(name):
        weights = tf.compat.v1.get_variable("weights", [tf.compat.dimension_value(inputs.shape[1]), num_outputs],
                                  initializer=tf.compat.v1.truncated_normal_initializer(stddev=0.1))
        biases = tf.compat.v1.get_variable("biases", [num_outputs], initializer=tf.compat.v1.zeros_initializer())
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

    variables = compat.VariableStore()
    with variables.scope():
        global_step = tf.compat.v1.train.get_or_create_global_step()
        rate = tf.compat.v1.train.exponential_decay(FLAGS.learning_rate, global_step, 20, 0.9)
        optimizer = tf.compat.v1.train.AdamOptimizer(rate)

    @variables.function(
        input_signature=[
            tf.TensorSpec([None, NUM_INPUTS], tf.float32),
            tf.TensorSpec([None, NUM_OUTPUTS], tf.float32),
        ],
    )
    def train_step(inputs, targets):
        with tf.device("/gpu:0"):
            code = encoder(inputs)
        with tf.device("/gpu:1"):
            outputs = decoder(code)
            loss = tf.reduce_mean(tf.square(outputs - targets))
        optimizer.minimize(loss, global_step=global_step, colocate_gradients_with_ops=True)
        return loss

    data = batches()
    for step in range(FLAGS.num_steps):
        xs, ys = next(data)
        value = train_step(xs, ys).numpy()
        if step % 20 == 0:
            print("step %d: loss %.5f" % (step, value))


if __name__ == "__main__":
    tf.compat.v1.app.run()
