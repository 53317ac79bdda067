"""Replicas of a strategy."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.distribute import distribute_lib
from tensorflow.python.framework import ops

from .graphs import root_graph


def in_replica() -> bool:
    """Whether the code runs as one replica of a strategy other than the default one."""
    return bool(distribute_lib.has_strategy()) and not distribute_lib.in_cross_replica_context()


def can_merge() -> bool:
    """Whether the replicas can meet here: not in the body of a loop or a branch."""
    return ops.get_default_graph() is root_graph()


def communication(strategy: tf.distribute.Strategy) -> str:
    """How the workers of a `MultiWorkerMirroredStrategy` reach each other, as its collectives have it."""
    return str(strategy.extended._communication_options.implementation.value).lower()


def apply_reduced(optimizer: Any, strategy: tf.distribute.Strategy, pairs: Any, global_step: Any) -> Any:
    """`optimizer.apply_gradients` in cross-replica context, without its sum over the replicas."""
    return optimizer._distributed_apply(_AlreadyReduced(strategy), pairs, global_step)


class _View:
    """Another object, but for what a subclass defines itself."""

    def __init__(self, seen: Any) -> None:
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seen, name)


class _AlreadyReduced(_View):
    """A strategy as `Optimizer._distributed_apply` sees it, whose gradients need no more reduction."""

    @property
    def extended(self) -> Any:
        return _ExtendedAlreadyReduced(self._seen.extended)


class _ExtendedAlreadyReduced(_View):
    def batch_reduce_to(self, _reduce_op: Any, pairs: Any) -> list[Any]:
        return [gradient for gradient, _ in pairs]
