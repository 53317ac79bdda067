"""`tf.contrib.all_reduce`: what tensors on several devices make together, on each device.

TF 1 had several ways to move them; here each is reduced on one device, in the order of the list.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup("all_reduce", [])

Reduction = Callable[[Any, Any], Any]


def build_ring_all_reduce(
    input_tensors: Sequence[Any],
    num_workers: int,
    num_subchunks: int,
    gpu_perm: Sequence[int],
    red_op: Reduction,
    un_op: Callable[[Any], Any] | None = None,
) -> list[Any]:
    """All tensors reduced by `red_op`, then by `un_op`, on the device of each."""
    del num_workers, num_subchunks, gpu_perm
    return _reduced(input_tensors, red_op, un_op)


def build_recursive_hd_all_reduce(
    input_tensors: Sequence[Any], red_op: Reduction, un_op: Callable[[Any], Any] | None = None
) -> list[Any]:
    """See `build_ring_all_reduce`."""
    return _reduced(input_tensors, red_op, un_op)


def build_shuffle_all_reduce(
    input_tensors: Sequence[Any],
    gather_devices: Sequence[str],
    red_op: Reduction,
    un_op: Callable[[Any], Any] | None = None,
) -> list[Any]:
    """See `build_ring_all_reduce`."""
    del gather_devices
    return _reduced(input_tensors, red_op, un_op)


def build_nccl_all_reduce(
    input_tensors: Sequence[Any], red_op: Reduction, un_op: Callable[[Any], Any] | None = None
) -> list[Any]:
    """See `build_ring_all_reduce`."""
    return _reduced(input_tensors, red_op, un_op)


def _reduced(tensors: Sequence[Any], red_op: Reduction, un_op: Callable[[Any], Any] | None) -> list[Any]:
    with tf.device(tensors[0].device):
        reduced = functools.reduce(red_op, tensors)
        if un_op is not None:
            reduced = un_op(reduced)
    found = []
    for tensor in tensors:
        with tf.device(tensor.device):
            found.append(tf.identity(reduced))
    return found
