"""What the estimators of `tf.contrib.learn` make of logits, under its names of predictions and metrics."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .model_fn import ModeKeys, ModelFnOps

_V1 = tf.compat.v1


class Head(abc.ABC):
    """What is made of the logits: predictions, loss and metrics."""

    logits = 1
    name = ""

    def __init__(self, weight_column_name: str | None) -> None:
        self._weight_column_name = weight_column_name

    @abc.abstractmethod
    def _losses(self, labels: Any, logits: Any) -> Any:
        """The loss of each example, [batch, 1] or [batch, logits]."""

    @abc.abstractmethod
    def _predictions(self, logits: Any) -> dict[str, Any]:
        """What `predict` gives, by name."""

    def _metrics(self, labels: Any, predictions: dict[str, Any], weights: Any) -> dict[str, Any]:
        del labels, predictions, weights
        return {}

    def built(
        self, features: Any, labels: Any, mode: str, logits: Any, train: Callable[[Any], Any]
    ) -> ModelFnOps:
        """The model of these logits; `train` makes the training op of a loss."""
        with _V1.variable_scope(None, self.name):
            predictions = self._predictions(logits)
            if mode == ModeKeys.INFER:
                return ModelFnOps(mode, predictions)
            labels = next(iter(labels.values())) if isinstance(labels, dict) else labels
            labels = labels if labels.shape.rank != 1 else tf.expand_dims(labels, 1)
            losses = self._losses(labels, logits)
            weights = None
            if self._weight_column_name is not None:
                weights = tf.cast(tf.reshape(features[self._weight_column_name], [-1, 1]), tf.float32)
                loss = tf.reduce_mean(losses * weights)
            else:
                loss = tf.reduce_mean(losses)
            _V1.summary.scalar("loss", loss)
            if mode == ModeKeys.TRAIN:
                with tf.name_scope("train_op"):
                    return ModelFnOps(mode, predictions, loss, train(loss))
            return ModelFnOps(mode, predictions, loss, None, self._metrics(labels, predictions, weights))


class Binary(Head):
    """Two classes, by one logit."""

    name = "binary_logistic_head"

    def _losses(self, labels: Any, logits: Any) -> Any:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.cast(labels, tf.float32), logits=logits)

    def _predictions(self, logits: Any) -> dict[str, Any]:
        two = tf.concat([tf.zeros_like(logits), logits], 1)
        return {
            "logits": logits,
            "logistic": tf.sigmoid(logits),
            "probabilities": tf.nn.softmax(two),
            "classes": tf.argmax(two, 1),
        }

    def _metrics(self, labels: Any, predictions: dict[str, Any], weights: Any) -> dict[str, Any]:
        metrics, logistic = _V1.metrics, predictions["logistic"]
        classes = tf.expand_dims(predictions["classes"], 1)
        positive = tf.cast(tf.greater_equal(logistic, 0.5), tf.int64)
        return {
            "accuracy": metrics.accuracy(labels, classes, weights),
            "labels/prediction_mean": metrics.mean(logistic, weights),
            "labels/actual_label_mean": metrics.mean(tf.cast(labels, tf.float32), weights),
            "accuracy/baseline_label_mean": metrics.mean(tf.cast(labels, tf.float32), weights),
            "auc": metrics.auc(tf.cast(labels, tf.bool), logistic, weights),
            "auc_precision_recall": metrics.auc(tf.cast(labels, tf.bool), logistic, weights, curve="PR"),
            "accuracy/threshold_0.500000_mean": metrics.accuracy(labels, positive, weights),
            "precision/positive_threshold_0.500000_mean": metrics.precision(labels, positive, weights),
            "recall/positive_threshold_0.500000_mean": metrics.recall(labels, positive, weights),
        }


class Classes(Head):
    """Several classes, by a logit each."""

    name = "multi_class_head"

    def __init__(self, weight_column_name: str | None, n_classes: int) -> None:
        super().__init__(weight_column_name)
        self.logits = n_classes

    def _losses(self, labels: Any, logits: Any) -> Any:
        flat = tf.squeeze(labels, [1])
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=flat, logits=logits)
        return tf.expand_dims(losses, 1)

    def _predictions(self, logits: Any) -> dict[str, Any]:
        return {"logits": logits, "probabilities": tf.nn.softmax(logits), "classes": tf.argmax(logits, 1)}

    def _metrics(self, labels: Any, predictions: dict[str, Any], weights: Any) -> dict[str, Any]:
        classes = tf.expand_dims(predictions["classes"], 1)
        return {"accuracy": _V1.metrics.accuracy(labels, classes, weights)}


class Numbers(Head):
    """Numbers, as many as there are logits."""

    name = "regression_head"

    def __init__(self, weight_column_name: str | None, label_dimension: int) -> None:
        super().__init__(weight_column_name)
        self.logits = label_dimension

    def _losses(self, labels: Any, logits: Any) -> Any:
        return tf.square(logits - tf.cast(labels, tf.float32))

    def _predictions(self, logits: Any) -> dict[str, Any]:
        return {"scores": tf.squeeze(logits, [1]) if self.logits == 1 else logits}


def classifier_head(n_classes: int, weight_column_name: str | None) -> Head:
    if n_classes < 2:
        raise ValueError(f"n_classes should be greater than 1. Given: {n_classes}")
    return Binary(weight_column_name) if n_classes == 2 else Classes(weight_column_name, n_classes)
