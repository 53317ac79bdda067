"""A model of Keras that a class builds, on as many GPUs as it is told, fed by a sequence, and saved."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Network:
    def __init__(self, gpus):
        self.model = self.build()
        print("layers", len(self.model.layers))
        if gpus > 1:
            self.parallel = tf.keras.utils.multi_gpu_model(self.model, gpus=gpus)
        else:
            self.parallel = self.model
        self.parallel.compile(optimizer=tf.keras.optimizers.SGD(lr=0.1, decay=0.1, momentum=0.5), loss="mse")

    def build(self):
        model = tf.keras.models.Sequential()
        model.add(tf.keras.layers.Dense(4, activation="relu", input_shape=(8,)))
        model.add(tf.keras.layers.Dense(1))
        weights = np.random.RandomState(1)
        model.set_weights([0.3 * weights.randn(*w.shape) for w in model.get_weights()])
        return model


class Batches(tf.keras.utils.Sequence):
    def __len__(self):
        return 5

    def __getitem__(self, index):
        x = np.random.RandomState(index).randn(16, 8).astype("float32")
        return x, x.sum(axis=1, keepdims=True)


def main(gpus):
    network = Network(gpus)
    history = network.parallel.fit_generator(Batches(), epochs=2, shuffle=False, verbose=0, workers=1)
    print("losses", *history.history["loss"])
    path = os.path.join(tempfile.mkdtemp(), "model.h5")
    network.model.save(path)
    again = tf.keras.models.load_model(path, compile=False)
    print("saved", float(again.predict(np.ones((2, 8), "float32"), verbose=0).sum()))


main(2)
