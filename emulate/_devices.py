"""Starting emulation in this process."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

from ._mask import MASK_VARIABLE, count_visible, hides_all
from ._request import Request, checked_count, to_bytes

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Emulated:
    """Devices that are emulated from the call that returned this on: for good, for a block, for a function.

        emulate.gpus(4)                     # from here on

        with emulate.gpus(4): ...           # in the block

        @emulate.gpus(4)                    # whenever the function is called
        def train(): ...

    Where a block or a call ends, TensorFlow forgets its devices if it had initialised them: tensors,
    variables and graphs made inside are dead, and another block may have another number. A function that
    calls itself goes on with the devices that it has. A program makes none of a `start` itself: `gpus` and
    `tpus` do.
    """

    def __init__(self, start: Callable[[], Callable[[], None]]) -> None:
        self._start = start
        self._stop: Callable[[], None] | None = start()
        self._depth = 0

    def __enter__(self) -> Emulated:
        if self._stop is None:
            self._stop = self._start()
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self._end()

    def __call__(self, function: _Function) -> _Function:
        """Returns `function`, for each call of which the devices are emulated."""
        self._end()

        @functools.wraps(function)
        def emulated(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return emulated  # type: ignore[return-value]

    def _end(self) -> None:
        if self._stop is not None:
            self._stop()
            self._stop = None


def gpus(n: int, *, memory_limit: int | float | str | None = None, allow_collapse: bool = False) -> Emulated:
    """Makes `/gpu:0` … `/gpu:n-1` devices of their own in this process, on a host that has no GPU.

    Each is a logical CPU device of its own, wherever TensorFlow names or lists a device: `tf.device`,
    `tf.config`, `tf.distribute`, Sessions, `tensor.device`, `op.device`. Ops that nobody placed run on
    `/gpu:0`, those without a GPU kernel and those under `/cpu:0` on the host CPU, as on a machine with GPUs.
    `CUDA_VISIBLE_DEVICES` hides emulated GPUs as CUDA would hide real ones; but if it hides every GPU when
    this is called, it describes the host, and is ignored for as long as it stays the same. The call alone
    emulates for good; what it returns is also a context manager and a decorator, see `Emulated`.

    On a host with real GPUs these are split by `tf.config.LogicalDeviceConfiguration` instead, and NCCL,
    which refuses two devices on one card, is replaced. The tasks of a cluster share the cards.

    What differs from real GPUs: an op without a GPU kernel that is placed on a GPU by name runs there; XLA
    compiles for the CPU; and Grappler's arithmetic optimisation is off, for on CPUs it merges ops across
    devices. Memory is the host's: a limit is enforced by an estimate of what each function and `Session.run`
    needs, and eager code outside functions is not counted (see `memory_peak`).

    Call it before TensorFlow initialises its devices, that is before the first op, Session or list of logical
    devices. Calling it again with the same arguments does nothing.

    Args:
        n: how many GPUs, at least 1.
        memory_limit: of each GPU, in megabytes as TensorFlow counts them, or as text such as `"2GB"`. A
            program's own `LogicalDeviceConfiguration(memory_limit=…)` goes before it.
        allow_collapse: let the name of a GPU that does not exist fall where TensorFlow's soft placement puts
            it, as a real machine does, instead of failing.

    Raises:
        EmulateError: `n` is not a positive integer, the limit is not a size, TensorFlow has already
            initialised its devices or built graph ops, or this TensorFlow is not one that `emulate` knows.
    """
    checked_count(n, "GPUs")
    limit = to_bytes(memory_limit)
    change = {"gpus": n, "memory_limit": limit, "allow_collapse": allow_collapse}
    return Emulated(_starting(change))


def tpus(n: int = 8) -> Emulated:
    """Makes `/tpu:0` … `/tpu:n-1` the cores of a TPU of its own in this process; each is a logical CPU.

    `TPUClusterResolver` finds it whatever it is told to look for, `initialize_tpu_system` returns its
    topology, and `TPUStrategy` (each of its spellings) runs replicas on its cores and reduces between them.
    Ops that nobody placed run on the host, as on a machine with a TPU. May be called beside `gpus`.

    Not emulated, for it is XLA that does it: compilation, hence what it would refuse (dynamic shapes,
    strings, ops without a TPU kernel), bfloat16 matrix units, and the partitioning of one replica over
    several cores (`experimental_assign_to_logical_device` and its kin, a `device_assignment` of several
    cores).

    Args:
        n: how many cores, at least 1.

    Raises:
        EmulateError: as `gpus`.
    """
    checked_count(n, "TPU cores")
    return Emulated(_starting({"tpus": n}))


def memory_peak(device: str = "/gpu:0") -> int:
    """Returns the most bytes that a function or `Session.run` so far needed on a device, by estimate.

    What is estimated: the variables and arguments that a run reads, and the values that are alive between its
    ops in the order of the graph, by inferred shapes; buffers that an op may reuse are counted once. It is
    what `tf.config.experimental.get_memory_info` gives as `peak`, too. Only runs while `device` has a
    memory limit are estimated; else, and for eager ops outside functions, it stays 0.

    Raises:
        EmulateError: this process emulates nothing, or has no such device.
    """
    from . import _tf

    return _tf.memory_peak(device)


def start_requested(request: Request, *, ignored_mask: str | None = None) -> None:
    """Emulates, for good, what was asked from outside; a mask that is the `ignored_mask` hides nothing."""
    from . import _tf

    _tf.start(request, _visible_gpus(request.gpus, ignored_mask))


def _starting(change: dict[str, Any]) -> Callable[[], Callable[[], None]]:
    """Returns what starts to emulate, with a change, what this process emulates."""
    before = os.environ.get(MASK_VARIABLE)

    def start() -> Callable[[], None]:
        from . import _tf

        request = _tf.changed_request(change)
        ignored = before if hides_all(before, request.gpus) else None
        return _tf.start(request, _visible_gpus(request.gpus, ignored))

    return start


def _visible_gpus(n: int, ignored_mask: str | None) -> Callable[[], int]:
    def visible() -> int:
        mask = os.environ.get(MASK_VARIABLE)
        return n if mask is None or mask == ignored_mask else count_visible(mask, n)

    return visible
