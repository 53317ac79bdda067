"""`tf.contrib.learn`: estimators of 2016 on those of `tf.estimator`, experiments, data sets and texts.

Each part is loaded when one of its names is asked for.
"""

from __future__ import annotations

import importlib
from typing import Any

from ..._listing import listed
from .._names import lookup
from . import datasets as datasets
from . import preprocessing as preprocessing
from .model_fn import ModeKeys as ModeKeys
from .model_fn import ModelFnOps as ModelFnOps

_NAMES = {
    "estimator": ("BaseEstimator", "Estimator", "NotFittedError", "SKCompat"),
    "_canned": (
        "DNNClassifier",
        "DNNLinearCombinedClassifier",
        "DNNLinearCombinedRegressor",
        "DNNRegressor",
        "LinearClassifier",
        "LinearRegressor",
    ),
    "experiment": ("Experiment",),
    "export_strategy": ("ExportStrategy", "make_export_strategy"),
    "input_fn_utils": (
        "InputFnOps",
        "build_default_serving_input_fn",
        "build_parsing_serving_input_fn",
    ),
    "io": ("infer_real_valued_columns_from_input", "infer_real_valued_columns_from_input_fn"),
    "learn_runner": (),
    "metric_spec": ("MetricSpec",),
    "monitors": ("NanLossDuringTrainingError",),
    "saved_model_export_utils": (),
    "run_config": ("ClusterConfig", "Environment", "RunConfig", "TaskType"),
}
_OLD_MODULES = {"saved_model_export_utils": "export_strategy"}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}
_own = listed(__name__)
_estimators = "tf.estimator, or a model function"

_find = lookup(
    "learn",
    [],
    {
        **dict.fromkeys(("DNNEstimator", "DynamicRnnEstimator", "LinearEstimator", "SVM"), _estimators),
        **dict.fromkeys(("LogisticRegressor", "StateSavingRnnEstimator", "TensorFlowEstimator"), _estimators),
        "KMeansClustering": "tf.estimator.experimental.KMeans",
        "models": "a model function",
        "ops": "tf.nn and tf.layers",
    },
)


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    if name in _NAMES:
        return importlib.import_module(f"{__name__}.{_OLD_MODULES.get(name, name)}")
    return _find(name)


def __dir__() -> list[str]:
    return sorted({*_own(), *_MODULES})
