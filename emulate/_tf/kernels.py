"""Which op types run on the CPU, or on GPUs alone."""

import functools

from tensorflow.core.framework import types_pb2
from tensorflow.python.framework import kernels, op_def_registry


@functools.cache
def running_on_cpus() -> frozenset[str]:
    """Returns the op types that run on the CPU where nobody placed them, as a GPU build of TensorFlow says.

    They have CPU kernels only, or kernels that it prefers to those for GPUs, as of iterators; but what takes
    a resource runs where that is.

    The Linux wheel is such a build and its registry can be read without a GPU. A build for CPUs says nothing
    about GPUs: then no op type is returned, and an op that nobody placed runs on `/gpu:0`.
    """
    by_type = _priorities_by_type()
    if "GPU" not in by_type.get("MatMul", {}):
        return frozenset()
    return frozenset(op for op, priorities in by_type.items() if _runs_on_cpus(op, priorities))


def _runs_on_cpus(op: str, priorities: dict[str, int]) -> bool:
    others = [priorities[kind] for kind in ("GPU", "DEFAULT") if kind in priorities]
    if "CPU" not in priorities or not others:
        return "CPU" in priorities
    known = op_def_registry.get(op)
    follows = known is None or any(one.type == types_pb2.DT_RESOURCE for one in known.input_arg)
    return priorities["CPU"] > max(others) and not follows


@functools.cache
def only_for_gpus() -> frozenset[str]:
    """Returns the op types that have GPU kernels only, such as those of NCCL and cuDNN; none if not known."""
    return frozenset(
        op
        for op, priorities in _priorities_by_type().items()
        if "GPU" in priorities and not priorities.keys() & {"CPU", "DEFAULT"}
    )


def _priorities_by_type() -> dict[str, dict[str, int]]:
    by_type: dict[str, dict[str, int]] = {}
    for kernel in kernels.get_all_registered_kernels().kernel:
        priorities = by_type.setdefault(kernel.op, {})
        priorities[kernel.device_type] = max(kernel.priority, priorities.get(kernel.device_type, 0))
    return by_type
