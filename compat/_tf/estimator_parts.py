"""What `tf.contrib` shows of the inner modules of `tensorflow_estimator`, which this makes importable."""

from __future__ import annotations

from .estimator_library import allow_imports

allow_imports()

from tensorflow_estimator.python.estimator import early_stopping, extenders, gc  # noqa: E402
from tensorflow_estimator.python.estimator.canned import head, saved_model_estimator  # noqa: E402
from tensorflow_estimator.python.estimator.export import export  # noqa: E402
from tensorflow_estimator.python.estimator.head.multi_label_head import MultiLabelHead  # noqa: E402
from tensorflow_estimator.python.estimator.hooks import hooks  # noqa: E402
from tensorflow_estimator.python.estimator.tpu import tpu_config, tpu_estimator  # noqa: E402

__all__ = [
    "MultiLabelHead",
    "Version",
    "add_metrics",
    "binary_head",
    "early_stopping",
    "export",
    "get_paths",
    "hooks",
    "largest_export_versions",
    "mod_export_version",
    "multi_class_head",
    "negation",
    "one_of_every_n_export_versions",
    "regression_head",
    "saved_model_estimator",
    "tpu_config",
    "tpu_estimator",
    "union",
]

add_metrics = extenders.add_metrics

binary_head = head._binary_logistic_head_with_sigmoid_cross_entropy_loss
multi_class_head = head._multi_class_head_with_softmax_cross_entropy_loss
regression_head = head._regression_head

Version = gc.Path
get_paths = gc._get_paths
largest_export_versions = gc._largest_export_versions
mod_export_version = gc._mod_export_version
negation = gc._negation
one_of_every_n_export_versions = gc._one_of_every_n_export_versions
union = gc._union
