"""Which symbols are Estimators, which build graphs and run sessions of their own."""

from __future__ import annotations

from .symbols import is_in

# Where they are, with all that goes to them and comes from them.
_HOMES = ("tf.contrib.estimator", "tf.contrib.learn", "tf.estimator", "tf.keras.estimator")
# Of `tf.contrib.tpu`, the rest of which is for graphs and for Keras.
_FOR_TPUS = frozenset(
    f"tf.contrib.tpu.{name}"
    for name in ("InputPipelineConfig", "RunConfig", "TPUConfig", "TPUEstimator", "TPUEstimatorSpec")
)
# Other parts of contrib's home of Estimators, which know nothing of them.
_DATA = ("tf.contrib.learn.datasets", "tf.contrib.learn.preprocessing")
# What makes one, or trains one that it is given.
_MAKERS = ("Classifier", "Estimator", "Experiment", "Regressor", "SKCompat")
_TRAINERS = frozenset(
    {
        "tf.contrib.learn.learn_runner.run",
        "tf.contrib.learn.learn_runner.tune",
        "tf.estimator.train_and_evaluate",
        "tf.keras.estimator.model_to_estimator",
    }
)


def is_of_estimators(symbol: str) -> bool:
    """Whether a symbol has to do with Estimators: where one is used, there are graphs."""
    if symbol in _FOR_TPUS:
        return True
    return is_in(symbol, _HOMES) and not is_in(symbol, _DATA)


def makes_estimator(symbol: str) -> bool:
    """Whether a program that uses a symbol makes an Estimator, or trains one."""
    return symbol in _TRAINERS or is_of_estimators(symbol) and symbol.endswith(_MAKERS)
