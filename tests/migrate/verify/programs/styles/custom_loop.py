"""`original.py` by hand: a Keras layer and optimizer, and a step of one's own."""

import keras
import numpy as np
import tensorflow as tf
from absl import app, flags

flags.DEFINE_integer("steps", 8, "updates")
flags.DEFINE_integer("decay", 4, "updates until the learning rate is halved")
FLAGS = flags.FLAGS


def main(_):
    layer = keras.layers.Dense(3, name="net")
    rate = keras.optimizers.schedules.ExponentialDecay(0.2, FLAGS.decay, 0.5, staircase=True)
    optimizer = keras.optimizers.SGD(rate, momentum=0.9)

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(layer(x) - y))
            loss = error + 0.01 * tf.nn.l2_loss(layer.kernel)
        gradients = tape.gradient(loss, layer.trainable_variables)
        optimizer.apply([tf.clip_by_norm(one, 0.5) for one in gradients], layer.trainable_variables)
        return loss

    random = np.random.RandomState(7)
    for step in range(FLAGS.steps):
        batch = random.rand(8, 4).astype(np.float32)
        print("step %d: loss %.6f" % (step, train_step(batch, batch[:, :3] ** 2)))


if __name__ == "__main__":
    app.run(main)
