"""`original.py` by hand: plain variables, and momentum written out, without any function."""

import numpy as np
import tensorflow as tf
from absl import app, flags

flags.DEFINE_integer("steps", 8, "updates")
flags.DEFINE_integer("decay", 4, "updates until the learning rate is halved")
FLAGS = flags.FLAGS


def main(_):
    weights = tf.Variable(tf.random.normal([4, 3]), name="weights")
    bias = tf.Variable(tf.zeros([3]), name="bias")
    momenta = [tf.zeros_like(weights), tf.zeros_like(bias)]
    random = np.random.RandomState(7)
    for step in range(FLAGS.steps):
        x = random.rand(8, 4).astype(np.float32)
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(x @ weights + bias - x[:, :3] ** 2))
            loss = error + 0.01 * tf.nn.l2_loss(weights)
        gradients = tape.gradient(loss, [weights, bias])
        rate = 0.2 * 0.5 ** (step // FLAGS.decay)
        momenta = [0.9 * old + tf.clip_by_norm(new, 0.5) for old, new in zip(momenta, gradients)]
        weights.assign_sub(rate * momenta[0])
        bias.assign_sub(rate * momenta[1])
        print("step %d: loss %.6f" % (step, loss))


if __name__ == "__main__":
    app.run(main)
