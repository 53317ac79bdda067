"""On which device each kernel really ran."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

# What the runtime adds to move values about; it is no op of the program.
_PLUMBING = frozenset(
    {
        "_Arg",
        "_Retval",
        "_DeviceArg",
        "_DeviceRetval",
        "_Send",
        "_Recv",
        "_HostSend",
        "_HostRecv",
        "_EagerConst",
    }
)


class Kernel(NamedTuple):
    """One kernel: its op type, the name of its node, and its device, such as `/gpu:1`.

    The device of another task than this process's is a full name, such as `/job:worker/task:1/gpu:0`.
    """

    op: str
    name: str
    device: str


class Placement:
    """The kernels that ran in a `placement` block, each node and device once, in the order of report."""

    def __init__(self) -> None:
        self._kernels: dict[Kernel, None] = {}

    def __iter__(self) -> Iterator[Kernel]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def on(self, device: str) -> set[str]:
        """Returns the types of the ops that ran on a device: `/gpu:1` or any longer spelling of it."""
        wanted = _short(device)
        return {kernel.op for kernel in self._kernels if kernel.device == wanted}

    def devices(self, op: str) -> set[str]:
        """Returns the devices that ops of a type ran on, such as `{"/gpu:0", "/gpu:1"}`."""
        return {kernel.device for kernel in self._kernels if kernel.op == op}

    def _add(self, op: str, name: str, device: str) -> None:
        if op not in _PLUMBING:
            self._kernels[Kernel(_plain(op), _plain(name), _short(device))] = None


@contextmanager
def placement() -> Iterator[Placement]:
    """Records on which device the kernels in the block really ran, with or without emulation.

        with emulate.placement() as ops:
            step(batch)
        assert ops.devices("MatMul") == {"/gpu:0", "/gpu:1"}

    What is recorded is what C++ decided, not what was asked for: for eager ops and `tf.function`s the graphs
    that each device's executor runs (after optimisation: an op that was folded away or fused is gone), known
    when the block ends; for Sessions the step statistics of each `run`. Kernels of functions that TensorFlow
    inlined count; those that run inside a `tf.data` pipeline, inside an XLA program, through
    `Session.make_callable` or `partial_run` do not. Entering clears TensorFlow's cache of kernels, so the
    first step is slow and eager random ops with a seed start again; TensorFlow's devices are initialised.
    Blocks do not nest, nor work inside `tf.summary.trace_on`.
    """
    from . import _tf

    ops = Placement()
    with _tf.record_kernels(ops._add):
        yield ops


def _short(device: str) -> str:
    """Returns `/gpu:1` for any spelling of a device of this process, a full name for another task's."""
    parts = [part for part in device.lower().split("/") if part]
    kept = [part.removeprefix("device:") for part in parts if not part.startswith("replica:")]
    if "job:localhost" in kept:
        kept = kept[-1:]
    return "/" + "/".join(kept)


def _plain(op: str) -> str:
    """Returns the op type that oneDNN's variant of a kernel computes: `MatMul` for `_MklMatMul`."""
    if not op.startswith("_Mkl"):
        return op
    plain = op.removeprefix("_Mkl").removeprefix("Native")
    return f"_{plain}" if plain.startswith("Fused") else plain
