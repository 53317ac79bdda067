"""Private modules that are imported when something of them is asked for, by their names."""

from __future__ import annotations

ESTIMATOR = "tensorflow_estimator.python.estimator"
KERAS = "tf_keras.api._v1.keras"  # for TF 1's graphs, which Keras 3, `tf.compat.v1.keras`, does not build
KERAS_INSIDE = "tf_keras.src"
