"""A patch of the NCCL ops, which have no CPU kernel: the same sums, made on the first tensor's device."""

import functools
from typing import Any

from tensorflow.python.framework import ops
from tensorflow.python.ops import array_ops, math_ops, nccl_ops

from .patching import replace


def patch() -> None:
    """Lets NCCL reductions and broadcasts run on emulated GPUs."""
    replace(nccl_ops, "_apply_all_reduce", lambda _: _all_reduce)
    replace(nccl_ops, "_apply_reduce", lambda _: _reduce)
    replace(nccl_ops, "broadcast", lambda _: array_ops.identity)


def _all_reduce(reduction: str, tensors: Any) -> list[Any]:
    if not tensors:
        raise ValueError("Must pass >0 tensors to all reduce operations")
    for tensor in tensors:
        nccl_ops._check_device(tensor)
    with ops.device(tensors[0].device):
        total = _reduce(reduction, tensors)
    shared = []
    for tensor in tensors:
        with ops.device(tensor.device):
            shared.append(array_ops.identity(total))
    return shared


def _reduce(reduction: str, tensors: Any) -> Any:
    if reduction == "sum":
        return math_ops.add_n(tensors)
    pairwise = {"prod": math_ops.multiply, "min": math_ops.minimum, "max": math_ops.maximum}[reduction]
    return functools.reduce(pairwise, tensors)
