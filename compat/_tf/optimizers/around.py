"""What an optimizer does, for what is around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_UPDATES = ("_apply_dense", "_resource_apply_dense", "_apply_sparse", "_resource_apply_sparse")


def around_updates(optimizer: Any, around: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Put `around(update)` in the place of each update of one variable by its gradient."""
    for name in _UPDATES:
        setattr(optimizer, name, around(getattr(optimizer, name)))


def prepare(optimizer: Any) -> None:
    """Have it make the tensors of its numbers, as it does in front of its updates."""
    optimizer._prepare()


def learning_rate(optimizer: Any) -> Any:
    """The learning rate that it was given: a number, a tensor, or a function that gives one."""
    return optimizer._learning_rate
