"""`original.py` by hand: the older Keras, batch by batch."""

import numpy as np
import tf_keras
from absl import app, flags

flags.DEFINE_integer("steps", 8, "updates")
flags.DEFINE_integer("decay", 4, "updates until the learning rate is halved")
FLAGS = flags.FLAGS


def main(_):
    net = tf_keras.layers.Dense(3, kernel_regularizer=tf_keras.regularizers.L2(0.005), input_shape=[4], name="net")
    model = tf_keras.Sequential([net])
    rate = tf_keras.optimizers.schedules.ExponentialDecay(0.2, FLAGS.decay, 0.5, staircase=True)
    model.compile(tf_keras.optimizers.SGD(rate, momentum=0.9, clipnorm=0.5), loss="mse")
    random = np.random.RandomState(7)
    for step in range(FLAGS.steps):
        x = random.rand(8, 4)
        print("step %d: loss %.6f" % (step, model.train_on_batch(x, x[:, :3] ** 2)))


if __name__ == "__main__":
    app.run(main)
