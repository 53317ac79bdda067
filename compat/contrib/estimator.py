"""`tf.contrib.estimator`: hooks, heads and wrappers for `tf.estimator`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from .. import estimator as _estimator
from .._listing import listed
from .._tf import estimator_parts as _parts
from ._names import lookup
from ._replicated import TowerOptimizer as TowerOptimizer
from ._replicated import replicate_model_fn as replicate_model_fn

__dir__ = listed(__name__)

_MEAN = tf.compat.v1.losses.Reduction.SUM_OVER_BATCH_SIZE
# What the library's own heads call the same.
_REDUCTIONS = {_MEAN: "sum_over_batch_size", tf.compat.v1.losses.Reduction.SUM: "sum"}
_TREES = "another library: boosted trees are gone from tensorflow_estimator"

add_metrics = _parts.add_metrics
call_logit_fn = _estimator.experimental.call_logit_fn
dnn_logit_fn_builder = _estimator.experimental.dnn_logit_fn_builder
linear_logit_fn_builder = _estimator.experimental.linear_logit_fn_builder

__getattr__ = lookup(
    "estimator",
    [_parts.early_stopping, _parts.hooks, _parts.export, _parts.saved_model_estimator],
    {
        "DNNClassifierWithLayerAnnotations": "tf.estimator.DNNClassifier",
        "DNNRegressorWithLayerAnnotations": "tf.estimator.DNNRegressor",
        "RNNClassifier": "a model function with tf.nn.dynamic_rnn",
        "RNNEstimator": "a model function with tf.nn.dynamic_rnn",
        "boosted_trees_classifier_train_in_memory": _TREES,
        "boosted_trees_regressor_train_in_memory": _TREES,
        "multi_head": "a model function that adds the losses of its heads",
    },
)


def binary_classification_head(
    weight_column: Any = None,
    thresholds: Sequence[float] | None = None,
    label_vocabulary: Sequence[str] | None = None,
    loss_reduction: str = _MEAN,
    loss_fn: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Any:
    """A head for two classes: sigmoid cross entropy of one logit."""
    return _parts.binary_head(weight_column, thresholds, label_vocabulary, loss_reduction, loss_fn, name)


def multi_class_head(
    n_classes: int,
    weight_column: Any = None,
    label_vocabulary: Sequence[str] | None = None,
    loss_reduction: str = _MEAN,
    loss_fn: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Any:
    """A head for several classes: softmax cross entropy."""
    return _parts.multi_class_head(n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name)


def regression_head(
    weight_column: Any = None,
    label_dimension: int = 1,
    loss_reduction: str = _MEAN,
    loss_fn: Callable[..., Any] | None = None,
    inverse_link_fn: Callable[[Any], Any] | None = None,
    name: str | None = None,
) -> Any:
    """A head for numbers: the squared error."""
    return _parts.regression_head(
        weight_column, label_dimension, loss_reduction, loss_fn, inverse_link_fn, name
    )


def logistic_regression_head(
    weight_column: Any = None, loss_reduction: str = _MEAN, name: str | None = None
) -> Any:
    """A regression head for numbers between 0 and 1."""

    def loss(labels: Any, logits: Any) -> Any:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

    return regression_head(weight_column, 1, loss_reduction, loss, tf.sigmoid, name)


def poisson_regression_head(
    weight_column: Any = None,
    label_dimension: int = 1,
    loss_reduction: str = _MEAN,
    compute_full_loss: bool = True,
    name: str | None = None,
) -> Any:
    """A regression head for counts."""

    def loss(labels: Any, logits: Any) -> Any:
        return tf.nn.log_poisson_loss(labels, logits, compute_full_loss)

    return regression_head(weight_column, label_dimension, loss_reduction, loss, tf.exp, name)


class _MultiLabelHead(_parts.MultiLabelHead):
    """The library's, for optimizers of `tf.train`, of which it would take Keras's alone."""

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        regularization_losses: Any = None,
    ) -> Any:
        """The `EstimatorSpec`; 1.15's arguments."""

        def minimized(loss: Any) -> Any:
            return optimizer.minimize(loss, global_step=tf.compat.v1.train.get_global_step())

        return super().create_estimator_spec(
            features,
            mode,
            logits,
            labels=labels,
            train_op_fn=train_op_fn if optimizer is None else minimized,
            regularization_losses=regularization_losses,
        )


def multi_label_head(
    n_classes: int,
    weight_column: Any = None,
    thresholds: Sequence[float] | None = None,
    label_vocabulary: Sequence[str] | None = None,
    loss_reduction: str = _MEAN,
    loss_fn: Callable[..., Any] | None = None,
    classes_for_class_based_metrics: Any = None,
    name: str | None = None,
) -> Any:
    """A head for classes that do not exclude each other; its metrics are Keras's."""
    return _MultiLabelHead(
        n_classes,
        weight_column,
        thresholds,
        label_vocabulary,
        _REDUCTIONS.get(loss_reduction, loss_reduction),
        loss_fn,
        classes_for_class_based_metrics,
        name,
    )


class _Clipping(tf.compat.v1.train.Optimizer):
    """An optimizer whose gradients are clipped, by their norm taken together."""

    def __init__(self, optimizer: Any, clip_norm: Any) -> None:
        super().__init__(use_locking=False, name=f"ClipByNorm{optimizer.get_name()}")
        self._optimizer = optimizer
        self._clip_norm = clip_norm

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer."""
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(
        self, grads_and_vars: Iterable[Any], global_step: Any = None, name: Any = None
    ) -> Any:
        """Clip them, and let the optimizer apply them."""
        gradients, variables = zip(*grads_and_vars, strict=True)
        clipped, _ = tf.clip_by_global_norm(gradients, self._clip_norm)
        return self._optimizer.apply_gradients(list(zip(clipped, variables, strict=True)), global_step, name)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's."""
        return self._optimizer.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's."""
        return self._optimizer.get_slot_names(*args, **kwargs)


def clip_gradients_by_norm(optimizer: Any, clip_norm: Any) -> Any:
    """An optimizer that clips gradients to `clip_norm`, their global norm, before it applies them."""
    return _Clipping(optimizer, clip_norm)


def forward_features(
    estimator: Any,
    keys: str | Sequence[str] | None = None,
    sparse_default_values: Mapping[str, Any] | None = None,
) -> Any:
    """An estimator whose predictions hold the features of the names `keys` too; all of them by default.

    Raises:
      ValueError: a key is not among the features, is a prediction already, or its feature is sparse and has
        no default value.
    """
    names = [keys] if isinstance(keys, str) else keys

    def model_fn(features: Any, labels: Any, mode: str, config: Any) -> Any:
        spec = estimator.model_fn(features, labels, mode, config)
        if spec.predictions is None:
            return spec
        taken = list(features) if names is None else names
        forwarded = {
            key: _dense(features, key, spec.predictions, sparse_default_values or {}) for key in taken
        }
        spec.predictions.update(forwarded)
        for key in ("predict", "serving_default"):
            output = (spec.export_outputs or {}).get(key)
            if isinstance(output, _estimator.export.PredictOutput):
                output.outputs.update(forwarded)
        return spec

    return _estimator.Estimator(model_fn, estimator.model_dir, estimator.config)


def _dense(features: Any, key: str, predictions: Any, sparse_default_values: Mapping[str, Any]) -> Any:
    if key not in features:
        raise ValueError(f'keys should be exist in features. Key "{key}" is not in {list(features)}.')
    if key in predictions:
        raise ValueError(f"Cannot forward feature key ({key}): it does exist in predictions.")
    feature = features[key]
    if isinstance(feature, tf.SparseTensor | tf.compat.v1.SparseTensorValue):
        if key not in sparse_default_values:
            raise ValueError(f"Feature ({key}) should be a Tensor, or have a value in sparse_default_values.")
        return tf.sparse.to_dense(tf.SparseTensor(*feature), default_value=sparse_default_values[key])
    return tf.convert_to_tensor(feature)


def export_saved_model_for_mode(
    estimator: Any,
    export_dir_base: str,
    input_receiver_fn: Callable[[], Any],
    assets_extra: Mapping[str, str] | None = None,
    as_text: bool = False,
    checkpoint_path: str | None = None,
    mode: str = "infer",
) -> Any:
    """Export the graph of one mode; returns the folder."""
    receivers = {mode: input_receiver_fn}
    return export_all_saved_models(
        estimator, export_dir_base, receivers, assets_extra, as_text, checkpoint_path
    )


def export_all_saved_models(
    estimator: Any,
    export_dir_base: str,
    input_receiver_fn_map: Mapping[str, Callable[[], Any]],
    assets_extra: Mapping[str, str] | None = None,
    as_text: bool = False,
    checkpoint_path: str | None = None,
) -> Any:
    """Export the graphs of several modes, which share the variables; returns the folder."""
    return estimator.experimental_export_all_saved_models(
        export_dir_base, dict(input_receiver_fn_map), assets_extra, as_text, checkpoint_path
    )
