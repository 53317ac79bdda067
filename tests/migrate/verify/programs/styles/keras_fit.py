"""`original.py` by hand: a Keras model and `fit`; it prints no losses of its own."""

import keras
import numpy as np
from absl import app, flags

flags.DEFINE_integer("steps", 8, "updates")
flags.DEFINE_integer("decay", 4, "updates until the learning rate is halved")
FLAGS = flags.FLAGS


def main(_):
    random = np.random.RandomState(7)
    inputs = np.concatenate([random.rand(8, 4) for _ in range(FLAGS.steps)])
    model = keras.Sequential(
        [keras.layers.Input([4]), keras.layers.Dense(3, kernel_regularizer=keras.regularizers.L2(0.005))]
    )
    rate = keras.optimizers.schedules.ExponentialDecay(0.2, FLAGS.decay, 0.5, staircase=True)
    model.compile(keras.optimizers.SGD(rate, momentum=0.9, clipnorm=0.5), loss="mse")
    model.fit(inputs, inputs[:, :3] ** 2, batch_size=8, shuffle=False)


if __name__ == "__main__":
    app.run(main)
