"""A Keras model on two GPUs by multi_gpu_model, compiled with the optimizers of tf.train."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.utils import multi_gpu_model

OPTIMIZERS = ["adam", "rmsprop"]
rng = np.random.RandomState(0)
x = rng.randn(64, 8).astype("float32")
y = np.tanh(x.sum(axis=1, keepdims=True))


def build():
    inputs = tf.keras.layers.Input((8,))
    hidden = tf.keras.layers.Dense(6, activation="tanh")(inputs)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(hidden))
    weights = np.random.RandomState(1)
    model.set_weights([0.3 * weights.randn(*w.shape) for w in model.get_weights()])
    return model


def train(name):
    with tf.device("/cpu:0"):
        template = build()  # what is saved
    model = multi_gpu_model(template, gpus=2)
    if name == "adam":
        optimizer = tf.train.AdamOptimizer()
    else:
        optimizer = tf.train.RMSPropOptimizer(0.01, 0.8, 0.9, centered=True)
    model.compile(optimizer, loss="mse")
    history = model.fit(x, y, batch_size=16, epochs=2, shuffle=False, verbose=0)
    print(name, *history.history["loss"], float(np.abs(template.get_weights()[0]).sum()))


for each in OPTIMIZERS:
    train(each)
