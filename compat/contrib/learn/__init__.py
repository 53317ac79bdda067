"""`tf.contrib.learn`: data sets, texts as numbers and the names of modes; its estimators are gone."""

from __future__ import annotations

from .._names import lookup
from . import datasets as datasets
from . import preprocessing as preprocessing


class ModeKeys:
    """What a model function is called for."""

    TRAIN = "train"
    EVAL = "eval"
    INFER = "infer"


_ESTIMATORS = "a training loop, or Keras: tf.estimator and tf.contrib.learn are gone from TensorFlow 2"
__getattr__ = lookup(
    "learn",
    [],
    dict.fromkeys(
        ("DNNClassifier", "Estimator", "Experiment", "MetricSpec", "RunConfig", "learn_runner", "monitors"),
        _ESTIMATORS,
    ),
)
