"""Which op types no GPU can run."""

import functools

from tensorflow.python.framework import kernels


@functools.cache
def without_gpu_kernel() -> frozenset[str]:
    """Returns the op types that have CPU kernels only, as a GPU build of TensorFlow registers them.

    The Linux wheel is such a build and its registry can be read without a GPU. A build for CPUs says nothing
    about GPUs: then no op type is returned, and an op that nobody placed runs on `/gpu:0`.
    """
    by_type = _devices_by_type()
    if "GPU" not in by_type.get("MatMul", set()):
        return frozenset()
    return frozenset(op for op, types in by_type.items() if "CPU" in types and not types & {"GPU", "DEFAULT"})


@functools.cache
def only_for_gpus() -> frozenset[str]:
    """Returns the op types that have GPU kernels only, such as those of NCCL and cuDNN; none if not known."""
    return frozenset(
        op for op, types in _devices_by_type().items() if "GPU" in types and not types & {"CPU", "DEFAULT"}
    )


def _devices_by_type() -> dict[str, set[str]]:
    by_type: dict[str, set[str]] = {}
    for kernel in kernels.get_all_registered_kernels().kernel:
        by_type.setdefault(kernel.op, set()).add(kernel.device_type)
    return by_type
