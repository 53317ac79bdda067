"""The only place in `emulate` that touches private TensorFlow.

TensorFlow's Python calls its C++ through few doors; each is patched once, so that names are translated on the
way in (program to raw) and on the way out, and nowhere between. Known to hold for TensorFlow 2.16 to 2.21; a
door that is missing is an `EmulateError` at the start, never a device that quietly stays raw.
"""

import dataclasses
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .. import _journal as journal
from .. import _logs as logs
from .._errors import EmulateError
from .._request import Request
from . import (
    active,
    attributes,
    context,
    dtensor,
    graphs,
    keras,
    memory,
    nccl,
    sessions,
    split,
    tested_versions,
    tpu,
)
from .context import is_initialised
from .memory import memory_peak
from .recording import record_kernels, start_recording, when_initialised
from .stepping import count_steps

__all__ = [
    "changed_request",
    "count_steps",
    "is_initialised",
    "memory_peak",
    "record_kernels",
    "start",
    "start_recording",
    "when_initialised",
]

_patched: list[Any] = []


def changed_request(change: dict[str, Any]) -> Request:
    """Returns what this process emulates, with a change."""
    return dataclasses.replace(active.emulation().request, **change)


def start(request: Request, visible: Callable[[], int]) -> Callable[[], None]:
    """Patches this process's TensorFlow so that the devices asked for exist, and returns what ends it.

    Of its GPUs the program sees `visible()`.

    Raises:
        EmulateError: it is too late, other devices being in use already.
    """
    before = active.emulation()
    if active.is_active() and before.request == request:
        return lambda: None
    if not active.is_active():
        tested_versions.check(tf.__version__)
    try:
        context.refuse_if_initialised()
        graphs.refuse_if_built()
    except EmulateError as error:
        if not active.is_active():
            raise
        raise EmulateError(
            f"this process already emulates {before.request} and cannot change to {request}: "
            "use one process, or a `with` block, for each number"
        ) from error
    real = split.real_gpus(request.host_mask)
    if real:
        if request.tpus:
            raise EmulateError(
                "this host has real GPUs: emulate TPU cores with them hidden by CUDA_VISIBLE_DEVICES"
            )
        split.split_gpus(request)
    else:
        # a TPU's doors are opened when one is asked for: they need not be there for GPUs
        for module in (
            context,
            graphs,
            sessions,
            attributes,
            nccl,
            keras,
            dtensor,
            memory,
            *[tpu] * bool(request.tpus),
        ):
            if module not in _patched:
                module.patch()
                _patched.append(module)
        active.set_current(active.Emulation(request, visible))
    journal.record_start()

    def stop() -> None:
        logs.stop()
        context.forget_devices()
        graphs.forget_graph()
        active.set_current(before)

    return stop
