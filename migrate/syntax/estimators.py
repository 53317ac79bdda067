"""Which symbols are Estimators, which build graphs and run sessions of their own."""

from __future__ import annotations

from migrate.model.bindings import Bindings

from .symbols import is_in

# Where they are, with all that goes to them and comes from them.
_HOMES = (
    *("tf.contrib.estimator", "tf.contrib.learn", "tf.contrib.predictor", "tf.estimator"),
    "tf.keras.estimator",
)
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

# What an Estimator does, and an Experiment: they call the functions that they have, and are handed.
_METHODS = frozenset(
    {
        *("__init__", "evaluate", "fit", "partial_fit", "score", "test", "train", "train_and_evaluate"),
        *("predict", "predict_classes", "predict_proba", "predict_scores"),
        *("experimental_export_all_saved_models", "export_saved_model", "export_savedmodel"),
        *("continuous_eval", "continuous_eval_on_train_data", "continuous_train_and_eval"),
        *("local_run", "run_std_server"),
    }
)


def is_of_estimators(symbol: str) -> bool:
    """Whether a symbol has to do with Estimators: where one is used, there are graphs."""
    if symbol in _FOR_TPUS:
        return True
    return is_in(symbol, _HOMES) and not is_in(symbol, _DATA)


def names_estimators(bindings: Bindings) -> bool:
    """Whether a module names what has to do with Estimators, be it for model functions alone."""
    return any(is_of_estimators(bindings.tensorflow(node) or "") for node in bindings.dotted)


def makes_estimator(symbol: str) -> bool:
    """Whether a program that uses a symbol makes an Estimator, or trains one."""
    return symbol in _TRAINERS or is_of_estimators(symbol) and symbol.endswith(_MAKERS)


def is_method_of_estimators(name: str) -> bool:
    """Whether a method of this name is one of Estimators, where no class of the program has it."""
    return name in _METHODS
