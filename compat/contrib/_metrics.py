"""Metrics of `tf.contrib.eager`: what is called with values, and asked for its result in the end."""

from __future__ import annotations

from typing import Any

import tensorflow as tf


class Mean:
    """The weighted mean of all values so far; gives back what it is called with."""

    def __init__(self, name: str | None = None, dtype: Any = tf.float64) -> None:
        self.name = name or type(self).__name__.lower()
        self.dtype = dtype
        self.init_variables()

    def init_variables(self) -> None:
        """Forget all values."""
        self._total = self._weight = tf.zeros([], self.dtype)

    def __call__(self, values: Any, weights: Any = None) -> Any:
        """Count values, each as much as its weight says."""
        numbers = tf.cast(values, self.dtype)
        each = tf.ones_like(numbers) if weights is None else tf.cast(weights, self.dtype)
        self._weight += tf.reduce_sum(each * tf.ones_like(numbers))
        self._total += tf.reduce_sum(each * numbers)
        return values

    def result(self, write_summary: bool = True) -> Any:
        """The mean."""
        del write_summary
        return self._total / self._weight


class Accuracy(Mean):
    """How often predictions are the labels."""

    def __call__(self, labels: Any, predictions: Any, weights: Any = None) -> Any:  # type: ignore[override]
        """Compare predictions with labels of the same shape.

        Raises:
          ValueError: they are of different types.
        """
        labels, predictions = tf.convert_to_tensor(labels), tf.convert_to_tensor(predictions)
        if labels.dtype != predictions.dtype:
            raise ValueError(f"Labels are {labels.dtype}, and predictions {predictions.dtype}")
        super().__call__(tf.cast(tf.equal(labels, predictions), self.dtype), weights)
        return labels, predictions
