"""`original.py` by hand: a subclass of a Keras model with a `train_step` of its own, trained by `fit` on a data set."""

import keras
import numpy as np
import tensorflow as tf
from absl import app, flags

flags.DEFINE_string("optimizer", "adam", "which")
flags.DEFINE_integer("steps", 6, "updates")
FLAGS = flags.FLAGS

OPTIMIZERS = {
    "descent": lambda: keras.optimizers.SGD(0.3),
    "nesterov": lambda: keras.optimizers.SGD(0.1, momentum=0.8, nesterov=True),
    "adam": lambda: keras.optimizers.Adam(0.05, beta_2=0.99, epsilon=1e-8),
    "rmsprop": lambda: keras.optimizers.RMSprop(0.02, rho=0.8, epsilon=1e-10),
    "adagrad": lambda: keras.optimizers.Adagrad(0.1, epsilon=1e-12),
}


class Classifier(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(6, activation="relu")
        self.logits = keras.layers.Dense(3)

    def call(self, x):
        return self.logits(self.hidden(x))

    def train_step(self, data):
        x, labels = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(x, labels, self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


def main(_):
    random = np.random.RandomState(5)
    examples = np.concatenate([random.rand(9, 4) for _ in range(FLAGS.steps)]).astype(np.float32)
    data = tf.data.Dataset.from_tensor_slices((examples, examples.argmax(1) % 3)).batch(9)
    model = Classifier()
    model.compile(OPTIMIZERS[FLAGS.optimizer](), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model(examples[:1])
    model.optimizer.build(model.trainable_variables)
    if FLAGS.optimizer == "rmsprop":  # TensorFlow 1's mean squares begin with ones
        for squares in model.optimizer._velocities:
            squares.assign(tf.ones_like(squares))
    model.fit(data, verbose=0)


if __name__ == "__main__":
    app.run(main)
