"""Optimizers with momentum, or sums of squares, of `tf.contrib.opt`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import tensorflow as tf

from .operations import apply, cast

_V1 = tf.compat.v1


class LARSOptimizer(tf.compat.v1.train.Optimizer):
    """A learning rate for each layer, by the norms of its weights and gradients (arxiv.org/abs/1708.03888).

    Raises:
      ValueError: momentum or weight decay is negative.
    """

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any = 0.9,
        weight_decay: float = 0.0001,
        eeta: float = 0.001,
        epsilon: float = 0.0,
        name: str = "LARSOptimizer",
        skip_list: Sequence[str] | None = None,
        use_nesterov: bool = False,
    ) -> None:
        if momentum < 0.0:
            raise ValueError(f"momentum should be positive: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"weight_decay should be positive: {weight_decay}")
        super().__init__(use_locking=False, name=name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._weight_decay = weight_decay
        self._eeta = eeta
        self._epsilon = epsilon
        self._skip_list = skip_list
        self._use_nesterov = use_nesterov

    def _create_slots(self, var_list: Any) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "momentum", self._name)

    def compute_lr(self, grad: Any, var: Any) -> tuple[Any, Any]:
        """The learning rate of a variable, and its gradient with the decay of the weights."""
        if self._skip_list is not None and any(part in var.name for part in self._skip_list):
            return self._learning_rate, grad
        weights, gradients = tf.norm(var, ord=2), tf.norm(grad, ord=2)
        ratio = self._eeta * weights / (gradients + self._weight_decay * weights + self._epsilon)
        trusted = tf.where(weights > 0, tf.where(gradients > 0, ratio, 1.0), 1.0)
        return self._learning_rate * trusted, grad + self._weight_decay * var

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        rate, grad = self.compute_lr(grad, var)
        return apply(
            "ApplyMomentum",
            var,
            {"accum": self.get_slot(var, "momentum")},
            lr=cast(1.0, var),
            grad=grad * rate,
            momentum=self._momentum,
            use_nesterov=self._use_nesterov,
        )

    _resource_apply_dense = _apply_dense

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        return self._resource_apply_sparse(grad.values, var, grad.indices)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        return apply(
            "SparseApplyMomentum",
            var,
            {"accum": self.get_slot(var, "momentum")},
            lr=cast(self._rate, var),
            grad=grad,
            indices=indices,
            momentum=cast(self._momentum_tensor, var),
            use_nesterov=self._use_nesterov,
        )

    def _prepare(self) -> None:
        rate = self._learning_rate() if callable(self._learning_rate) else self._learning_rate
        momentum = self._momentum() if callable(self._momentum) else self._momentum
        self._rate = tf.convert_to_tensor(rate, name="learning_rate")
        self._momentum_tensor = tf.convert_to_tensor(momentum, name="momentum")


class RegAdagradOptimizer(tf.compat.v1.train.AdagradOptimizer):
    """`AdagradOptimizer` whose sums can be left alone for a while."""

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "RegAdagrad",
    ) -> None:
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._should_update_slots = True

    @contextlib.contextmanager
    def avoid_updating_slots(self) -> Iterator[None]:
        """What is built within does not change the sums."""
        before, self._should_update_slots = self._should_update_slots, False
        try:
            yield
        finally:
            self._should_update_slots = before

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        return self._updated("ApplyAdagrad", grad, var)

    _resource_apply_dense = _apply_dense

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        return self._updated("SparseApplyAdagrad", grad.values, var, indices=grad.indices)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        return self._updated("SparseApplyAdagrad", grad, var, indices=indices)

    def _updated(self, name: str, grad: Any, var: Any, **rows: Any) -> Any:
        return apply(
            name,
            var,
            {"accum": self.get_slot(var, "accumulator")},
            lr=cast(self._learning_rate_tensor, var),
            grad=grad,
            use_locking=self._use_locking,
            update_slots=self._should_update_slots,
            **rows,
        )
