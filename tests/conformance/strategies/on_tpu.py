"""A Keras model on a TPU by contrib's keras_to_tpu_model."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = rng.randn(64, 10).astype("float32")
y = (x.sum(axis=1, keepdims=True) > 0).astype("float32")


def build():
    layers = [tf.keras.layers.Dense(4, activation="tanh", input_shape=(10,)), tf.keras.layers.Dense(1)]
    model = tf.keras.Sequential(layers)
    weights = np.random.RandomState(1)
    model.set_weights([0.3 * weights.randn(*w.shape) for w in model.get_weights()])
    return model


resolver = tf.contrib.cluster_resolver.TPUClusterResolver(tpu="grpc://10.0.0.2:8470")
model = build()
model = tf.contrib.tpu.keras_to_tpu_model(model, strategy=tf.contrib.tpu.TPUDistributionStrategy(resolver))
model.compile(optimizer=tf.train.AdamOptimizer(learning_rate=0.01), loss="mse")
history = model.fit(x, y, batch_size=32, epochs=2, shuffle=False, verbose=0)
print("losses", *history.history["loss"])
