"""Linear and deep estimators of `tf.contrib.learn`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tensorflow as tf

from ._heads import Numbers, classifier_head
from ._models import Deep, Linear, combined_model, dnn_model, linear_model
from .estimator import Estimator


class _Predicting(Estimator):
    """An estimator whose `predict` gives one of the predictions."""

    _answer = "scores"

    def _answers(self, key: str, *arguments: Any) -> Any:
        x, input_fn, batch_size, as_iterable = arguments
        found = super().predict(x, input_fn, batch_size, [key], as_iterable)
        return (one[key] for one in found) if as_iterable else found[key]

    def predict(
        self,
        x: Any = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        outputs: Sequence[str] | None = None,
        as_iterable: bool = True,
        iterate_batches: bool = False,
    ) -> Any:
        """The classes, or the numbers; with `outputs` a dictionary of these."""
        if outputs:
            return super().predict(x, input_fn, batch_size, outputs, as_iterable, iterate_batches)
        return self._answers(self._answer, x, input_fn, batch_size, as_iterable)


class _Classifying(_Predicting):
    _answer = "classes"

    def predict_classes(
        self,
        x: Any = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        as_iterable: bool = True,
    ) -> Iterator[Any]:
        """The classes."""
        answers: Iterator[Any] = self._answers("classes", x, input_fn, batch_size, as_iterable)
        return answers

    def predict_proba(
        self,
        x: Any = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        as_iterable: bool = True,
    ) -> Iterator[Any]:
        """The probabilities of the classes."""
        answers: Iterator[Any] = self._answers("probabilities", x, input_fn, batch_size, as_iterable)
        return answers


class _Regressing(_Predicting):
    def predict_scores(
        self,
        x: Any = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        as_iterable: bool = True,
    ) -> Iterator[Any]:
        """The numbers."""
        answers: Iterator[Any] = self._answers("scores", x, input_fn, batch_size, as_iterable)
        return answers


class DNNClassifier(_Classifying):
    """A classifier of layers one after the other."""

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Sequence[Any],
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        activation_fn: Any = tf.nn.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        _refuse(enable_centered_bias=enable_centered_bias)
        head = classifier_head(n_classes, weight_column_name)
        deep = Deep(feature_columns, hidden_units, optimizer, activation_fn, dropout)
        model = dnn_model(head, deep, gradient_clip_norm)
        super().__init__(model, model_dir, config, None, feature_engineering_fn)


class DNNRegressor(_Regressing):
    """A regressor of layers one after the other."""

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Sequence[Any],
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        activation_fn: Any = tf.nn.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
        label_dimension: int = 1,
    ) -> None:
        _refuse(enable_centered_bias=enable_centered_bias)
        head = Numbers(weight_column_name, label_dimension)
        deep = Deep(feature_columns, hidden_units, optimizer, activation_fn, dropout)
        model = dnn_model(head, deep, gradient_clip_norm)
        super().__init__(model, model_dir, config, None, feature_engineering_fn)


class LinearClassifier(_Classifying):
    """A linear classifier."""

    def __init__(
        self,
        feature_columns: Sequence[Any],
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        _joint_weight: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        _refuse(enable_centered_bias=enable_centered_bias, _joint_weight=_joint_weight)
        head = classifier_head(n_classes, weight_column_name)
        model = linear_model(head, Linear(feature_columns, optimizer), gradient_clip_norm)
        super().__init__(model, model_dir, config, None, feature_engineering_fn)


class LinearRegressor(_Regressing):
    """A linear regressor."""

    def __init__(
        self,
        feature_columns: Sequence[Any],
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        label_dimension: int = 1,
        _joint_weights: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        _refuse(enable_centered_bias=enable_centered_bias, _joint_weights=_joint_weights)
        head = Numbers(weight_column_name, label_dimension)
        model = linear_model(head, Linear(feature_columns, optimizer), gradient_clip_norm)
        super().__init__(model, model_dir, config, None, feature_engineering_fn)


class DNNLinearCombinedClassifier(_Classifying):
    """A classifier that adds a linear model and a deep one."""

    def __init__(
        self,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        linear_feature_columns: Sequence[Any] | None = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Any = tf.nn.relu,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
        embedding_lr_multipliers: Any = None,
        input_layer_min_slice_size: int | None = None,
        label_keys: Sequence[str] | None = None,
        fix_global_step_increment_bug: bool = False,
    ) -> None:
        del input_layer_min_slice_size
        _refuse(
            _joint_linear_weights=_joint_linear_weights,
            enable_centered_bias=enable_centered_bias,
            embedding_lr_multipliers=bool(embedding_lr_multipliers),
            label_keys=bool(label_keys),
        )
        model = combined_model(
            classifier_head(n_classes, weight_column_name),
            Linear(linear_feature_columns, linear_optimizer),
            Deep(dnn_feature_columns, dnn_hidden_units, dnn_optimizer, dnn_activation_fn, dnn_dropout),
            gradient_clip_norm,
            fix_global_step_increment_bug,
        )
        super().__init__(model, model_dir, config, None, feature_engineering_fn)


class DNNLinearCombinedRegressor(_Regressing):
    """A regressor that adds a linear model and a deep one."""

    def __init__(
        self,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        linear_feature_columns: Sequence[Any] | None = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Any = tf.nn.relu,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
        label_dimension: int = 1,
        embedding_lr_multipliers: Any = None,
        input_layer_min_slice_size: int | None = None,
        fix_global_step_increment_bug: bool = False,
    ) -> None:
        del input_layer_min_slice_size
        _refuse(
            _joint_linear_weights=_joint_linear_weights,
            enable_centered_bias=enable_centered_bias,
            embedding_lr_multipliers=bool(embedding_lr_multipliers),
        )
        model = combined_model(
            Numbers(weight_column_name, label_dimension),
            Linear(linear_feature_columns, linear_optimizer),
            Deep(dnn_feature_columns, dnn_hidden_units, dnn_optimizer, dnn_activation_fn, dnn_dropout),
            gradient_clip_norm,
            fix_global_step_increment_bug,
        )
        super().__init__(model, model_dir, config, None, feature_engineering_fn)


def _refuse(**given: bool) -> None:
    """Of what some estimators could do beside."""
    for name, value in given.items():
        if value:
            raise ValueError(f"{name} is not supported by compat.contrib.learn.")
