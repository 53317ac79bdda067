"""The linear and deep model functions of `tf.contrib.learn`, with its names of variables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .. import layers
from ._heads import Head
from .model_fn import ModeKeys, ModelFnOps

_V1 = tf.compat.v1
_ACTIVATIONS = {"relu": tf.nn.relu, "tanh": tf.tanh, "sigmoid": tf.sigmoid}
_RATE = 0.05
_SLICE = 64 << 20


class Deep:
    """Layers one after the other, on columns, and what trains them: by default Adagrad."""

    def __init__(
        self,
        columns: Sequence[Any] | None,
        hidden_units: Sequence[int] | None,
        optimizer: Any,
        activation_fn: Any,
        dropout: float | None,
    ) -> None:
        self.columns = columns or ()
        self._hidden_units = hidden_units or ()
        self._optimizer = optimizer
        self._activation = _ACTIVATIONS[activation_fn] if isinstance(activation_fn, str) else activation_fn
        self._dropout = dropout

    def logits(self, features: Any, mode: str, outputs: int, servers: int) -> Any:
        """Built in the scope that is open; its variables are in the collection `dnn`."""
        with _V1.variable_scope("input_from_feature_columns", partitioner=_partitioner(servers, _SLICE)):
            net = _V1.feature_column.input_layer(features, self.columns, weight_collections=["dnn"])
        for index, units in enumerate(self._hidden_units):
            with _V1.variable_scope(f"hiddenlayer_{index}") as scope:
                net = layers.fully_connected(
                    net, units, activation_fn=self._activation, variables_collections=["dnn"], scope=scope
                )
                if self._dropout is not None and mode == ModeKeys.TRAIN:
                    net = layers.dropout(net, keep_prob=1.0 - self._dropout)
        with _V1.variable_scope("logits") as scope:
            return layers.fully_connected(
                net, outputs, activation_fn=None, variables_collections=["dnn"], scope=scope
            )

    def trained(self, loss: Any, step: Any, clip_norm: float | None, **options: Any) -> Any:
        """The op that trains them."""
        chosen = self._optimizer or "Adagrad"
        return _optimized(loss, step, _RATE, chosen, clip_norm, "dnn", **options)


class Linear:
    """A linear model of columns, and what trains it: by default Ftrl."""

    def __init__(self, columns: Sequence[Any] | None, optimizer: Any) -> None:
        self.columns = columns or ()
        self._optimizer = optimizer

    @property
    def _rate(self) -> float:
        """The default learning rate."""
        return min(0.2, 1.0 / math.sqrt(len(self.columns) or 1))

    def logits(self, features: Any, outputs: int) -> Any:
        """Built in the scope that is open; its variables are in the collection `linear`."""
        return _V1.feature_column.linear_model(
            features, self.columns, units=outputs, weight_collections=["linear"]
        )

    def trained(self, loss: Any, step: Any, clip_norm: float | None, **options: Any) -> Any:
        """The op that trains it."""
        return _optimized(loss, step, self._rate, self._optimizer or "Ftrl", clip_norm, "linear", **options)

    def applied(self, loss: Any, step: Any, clip_norm: float | None) -> Any:
        """The op that trains it where it is alone."""
        variables = _V1.get_collection("linear")
        gradients = tf.gradients(loss, variables)
        if clip_norm is not None:
            gradients, _ = tf.clip_by_global_norm(gradients, clip_norm)
        chosen = _made(self._optimizer or _V1.train.FtrlOptimizer(self._rate), self._rate)
        return chosen.apply_gradients(list(zip(gradients, variables, strict=True)), global_step=step)


def dnn_model(head: Head, deep: Deep, clip_norm: float | None) -> Callable[..., ModelFnOps]:
    """A deep model."""

    def model_fn(features: Any, labels: Any, mode: str, config: Any) -> ModelFnOps:
        features = _named(features)
        servers = config.num_ps_replicas
        with _V1.variable_scope("dnn", partitioner=_partitioner(servers)):
            logits = deep.logits(features, mode, head.logits, servers)
            step = _V1.train.get_global_step()
            return head.built(
                features, labels, mode, logits, lambda loss: deep.trained(loss, step, clip_norm)
            )

    return model_fn


def linear_model(head: Head, linear: Linear, clip_norm: float | None) -> Callable[..., ModelFnOps]:
    """A linear model."""

    def model_fn(features: Any, labels: Any, mode: str, config: Any) -> ModelFnOps:
        features = _named(features)
        with _V1.variable_scope("linear", partitioner=_partitioner(config.num_ps_replicas, _SLICE)):
            logits = linear.logits(features, head.logits)
            step = _V1.train.get_global_step()
            return head.built(
                features, labels, mode, logits, lambda loss: linear.applied(loss, step, clip_norm)
            )

    return model_fn


def combined_model(
    head: Head, linear: Linear, deep: Deep, clip_norm: float | None, counts_once: bool
) -> Callable[..., ModelFnOps]:
    """The sum of a linear model's logits and a deep one's, each trained by its own optimizer.

    Unless it `counts_once`, the global step counts the steps of both.
    """
    if not linear.columns and not deep.columns:
        raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")

    def model_fn(features: Any, labels: Any, mode: str, config: Any) -> ModelFnOps:
        features = _named(features)
        servers = config.num_ps_replicas
        parts = []
        if deep.columns:
            with _V1.variable_scope("dnn", partitioner=_partitioner(servers)):
                parts.append(deep.logits(features, mode, head.logits, servers))
        if linear.columns:
            with _V1.variable_scope("linear", partitioner=_partitioner(servers, _SLICE)):
                parts.append(linear.logits(features, head.logits))
        step = _V1.train.get_global_step()

        def train(loss: Any) -> Any:
            trained = [
                part.trained(
                    loss,
                    step,
                    clip_norm,
                    variables=_V1.get_collection(collection),
                    increment_global_step=not counts_once,
                )
                for part, collection in ((deep, "dnn"), (linear, "linear"))
                if part.columns
            ]
            if not counts_once:
                return tf.group(*trained)
            with tf.control_dependencies(trained):
                return _V1.assign_add(step, 1).op

        return head.built(features, labels, mode, tf.add_n(parts), train)

    return model_fn


def _optimized(
    loss: Any, step: Any, rate: float, optimizer: Any, clip_norm: float | None, name: str, **options: Any
) -> Any:
    return layers.optimize_loss(
        loss,
        step,
        learning_rate=rate,
        optimizer=optimizer() if callable(optimizer) else optimizer,
        clip_gradients=clip_norm,
        name=name,
        summaries=[],
        **options,
    )


def _made(optimizer: Any, rate: float) -> Any:
    if isinstance(optimizer, str):
        return layers.OPTIMIZER_CLS_NAMES[optimizer](learning_rate=rate)
    return optimizer() if callable(optimizer) else optimizer


def _partitioner(servers: int, slice_size: int = 256 << 10) -> Any:
    return _V1.min_max_variable_partitioner(max_partitions=servers, min_slice_size=slice_size)


def _named(features: Any) -> Any:
    return features if isinstance(features, dict) else {"": features}
