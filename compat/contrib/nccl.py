"""`tf.contrib.nccl`: what all devices have together, on each; by operations that need no NCCL."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup("nccl", [])


def all_sum(tensors: Sequence[Any]) -> list[Any]:
    """The sum of tensors on several devices, on each of them."""
    return _on_each(tensors, tf.add_n)


def all_prod(tensors: Sequence[Any]) -> list[Any]:
    """The product of tensors on several devices, on each of them."""
    return _on_each(tensors, functools.partial(functools.reduce, tf.multiply))


def all_min(tensors: Sequence[Any]) -> list[Any]:
    """The minimum of tensors on several devices, on each of them."""
    return _on_each(tensors, functools.partial(functools.reduce, tf.minimum))


def all_max(tensors: Sequence[Any]) -> list[Any]:
    """The maximum of tensors on several devices, on each of them."""
    return _on_each(tensors, functools.partial(functools.reduce, tf.maximum))


def reduce_sum(tensors: Sequence[Any]) -> Any:
    """The sum of tensors on several devices, on the current one."""
    return tf.add_n(tensors)


def broadcast(tensor: Any) -> Any:
    """The tensor, for any device that uses it."""
    return tf.identity(tensor)


def _on_each(tensors: Sequence[Any], reduction: Callable[[Sequence[Any]], Any]) -> list[Any]:
    """What `reduction` makes of all tensors, on the device of each.

    Raises:
      ValueError: there are none, or one is on no device.
    """
    if not tensors:
        raise ValueError("Must pass >0 tensors to all reduce operations")
    if any(not tensor.device for tensor in tensors):
        raise ValueError("Device assignment required for nccl collective ops")
    reduced = []
    for tensor in tensors:
        with tf.device(tensor.device):
            reduced.append(reduction(tensors))
    return reduced
