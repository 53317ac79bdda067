"""`tf.contrib.learn.MetricSpec`: which of the predictions and labels a metric is of."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..._listing import listed

__dir__ = listed(__name__)

_LABELS = ("label", "target", "labels", "targets", "y_true", "class", "classes")
_PREDICTIONS = ("prediction", "output", "predictions", "outputs", "y_pred", "score", "scores", "logits")
_WEIGHTS = ("weight", "weights", "sample_weight")


class MetricSpec:
    """Connects `metric_fn` with a prediction, a label and a weight."""

    def __init__(
        self,
        metric_fn: Callable[..., Any],
        prediction_key: str | None = None,
        label_key: str | None = None,
        weight_key: str | None = None,
    ) -> None:
        self.metric_fn = metric_fn
        self.prediction_key = prediction_key
        self.label_key = label_key
        self.weight_key = weight_key

    def __str__(self) -> str:
        inner = self.metric_fn
        while isinstance(inner, functools.partial):
            inner = inner.func
        return getattr(inner, "__name__", str(inner))

    def create_metric_ops(self, inputs: Any, labels: Any, predictions: Any) -> Any:
        """What `metric_fn` gives: a tensor, or a value with the op that updates it.

        Raises:
          ValueError: a key is missing, or needed to choose among several values.
        """
        prediction = _chosen(predictions, self.prediction_key, "prediction_key", self)
        label = _chosen(labels, self.label_key, "label_key", self)
        names = _arguments(self.metric_fn)
        given: dict[str, Any] = {}
        positional = [] if _match(names, _PREDICTIONS) else [prediction]
        if not positional:
            given[_match(names, _PREDICTIONS)] = prediction
        if _match(names, _LABELS):
            if positional and names.index(_match(names, _LABELS)) == 0:
                positional.insert(0, label)
            else:
                given[_match(names, _LABELS)] = label
        if self.weight_key is not None:
            if self.weight_key not in inputs:
                raise ValueError(
                    f"MetricSpec {self}: weight_key '{self.weight_key}' not in {sorted(inputs)}."
                )
            given[_match(names, _WEIGHTS) or "weights"] = inputs[self.weight_key]
        return self.metric_fn(*positional, **given)


def _arguments(function: Callable[..., Any]) -> list[str]:
    """Those that can be given; what a `functools.partial` has set already is no longer asked for."""
    bound = set(function.keywords) if isinstance(function, functools.partial) else set()
    return [name for name in inspect.signature(function).parameters if name not in bound]


def _match(names: Collection[str], candidates: Collection[str]) -> str:
    return next((name for name in names if name in candidates), "")


def _chosen(values: Any, key: str | None, what: str, spec: MetricSpec) -> Any:
    if not isinstance(values, Mapping):
        if key is not None:
            raise ValueError(f"MetricSpec {spec}: {what} '{key}' specified, but there is one value alone.")
        return values
    if key is not None:
        if key not in values:
            raise ValueError(f"MetricSpec {spec}: {what} '{key}' not in {sorted(values)}.")
        return values[key]
    if len(values) != 1:
        raise ValueError(
            f"MetricSpec {spec} without specified {what} requires one value, not {sorted(values)}."
        )
    return next(iter(values.values()))
