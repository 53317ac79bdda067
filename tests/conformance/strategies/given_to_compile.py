"""A strategy of contrib that compile is given, as it was before TF 1.13."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = rng.randn(64, 8).astype("float32")
y = x.sum(axis=1, keepdims=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(8,), kernel_initializer="zeros")])
optimizer = tf.train.GradientDescentOptimizer(0.05)
distribution = tf.contrib.distribute.MirroredStrategy(num_gpus=2)
model.compile(loss="mse", optimizer=optimizer, distribute=distribution)
data = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(8)
history = model.fit(data, epochs=2, steps_per_epoch=4, verbose=0)
print("losses", *history.history["loss"])
