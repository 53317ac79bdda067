"""`original.py` by hand: the older Keras's layers, and its optimizers' `minimize`, without any function."""

import numpy as np
import tensorflow as tf
import tf_keras
from absl import app, flags

flags.DEFINE_string("optimizer", "adam", "which")
flags.DEFINE_integer("steps", 6, "updates")
FLAGS = flags.FLAGS

legacy = tf_keras.optimizers.legacy
OPTIMIZERS = {
    "descent": lambda: legacy.SGD(0.3),
    "nesterov": lambda: legacy.SGD(0.1, momentum=0.8, nesterov=True),
    "adam": lambda: legacy.Adam(0.05, beta_2=0.99, epsilon=1e-8),
    "rmsprop": lambda: tf.compat.v1.train.RMSPropOptimizer(0.02, decay=0.8),  # Keras's begins with zeros
    "adagrad": lambda: legacy.Adagrad(0.1, epsilon=0.0),
}


def main(_):
    model = tf_keras.Sequential(
        [tf_keras.layers.Dense(6, "relu", input_shape=[4]), tf_keras.layers.Dense(3)]
    )
    optimizer = OPTIMIZERS[FLAGS.optimizer]()
    cross_entropy = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    random = np.random.RandomState(5)
    for step in range(FLAGS.steps):
        x = random.rand(9, 4).astype(np.float32)
        labels = x.argmax(1) % 3
        shares = (model(x).numpy().argmax(1) == labels).mean()
        loss = cross_entropy(labels, model(x))
        optimizer.minimize(lambda: cross_entropy(labels, model(x)), var_list=model.trainable_variables)
        print("step %d: loss %.5f, hits %.3f" % (step, loss, shares))


if __name__ == "__main__":
    app.run(main)
