"""On which device each kernel really ran, and what crossed between devices."""

from __future__ import annotations

import re
from collections import Counter
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


# FusedBatchNorm is an op of the program, the other fused ones are the optimiser's.
_VARIANT = re.compile(r"_(?:Mkl(?:Native)?)?(?:Fused(?!BatchNorm)|(?<=Mkl)|(?<=Native))(\w+)")


class Kernel(NamedTuple):
    """One kernel: its op type, the name of its node, and its device, such as `/gpu:1`.

    The device of another task than this process's is a full name, such as `/job:worker/task:1/gpu:0`.
    """

    op: str
    name: str
    device: str


class Transfer(NamedTuple):
    """What crossed from one device, the `source`, to another, the `target`.

    `name` is that of the node whose output it was, `bytes` how many there were in all, `times` how often.
    """

    name: str
    source: str
    target: str
    bytes: int
    times: int


class Placement:
    """The kernels that ran in a `placement` block, each node and device once, in the order of report."""

    def __init__(self) -> None:
        self._kernels: dict[Kernel, None] = {}
        self._bytes: Counter[tuple[str, str, str]] = Counter()
        self._times: Counter[tuple[str, str, str]] = Counter()

    def __iter__(self) -> Iterator[Kernel]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def on(self, device: str) -> set[str]:
        """Returns the types of the ops that ran on a device: `/gpu:1` or any longer spelling of it."""
        wanted = short_device(device)
        return {kernel.op for kernel in self._kernels if kernel.device == wanted}

    def devices(self, op: str) -> set[str]:
        """Returns the devices that ops of a type ran on, such as `{"/gpu:0", "/gpu:1"}`."""
        return {kernel.device for kernel in self._kernels if kernel.op == op}

    def assert_spread(self, op: str, n: int) -> None:
        """Fails unless ops of a type ran on exactly `n` devices.

        Raises:
            AssertionError: with the devices that they ran on, and how many on each.
        """
        count = Counter(kernel.device for kernel in self._kernels if kernel.op == op)
        if len(count) != n:
            ran = ", ".join(f"{device} ({count[device]})" for device in sorted(count)) or "no device"
            raise AssertionError(f"{op} ran on {len(count)} devices, not {n}: {ran}")

    def transfers(self, source: str | None = None, target: str | None = None) -> list[Transfer]:
        """Returns what crossed between devices, the most bytes first; of or to one device, if given.

        For functions: what C++ sends between their parts, as often as the function was called in the block,
        by inferred shapes; zero bytes where a shape cannot be inferred. For Sessions: as measured in each
        run. For eager ops: their inputs that lay on another device.
        """
        found = [Transfer(*key, size, self._times[key]) for key, size in self._bytes.items()]
        if source is not None:
            found = [transfer for transfer in found if transfer.source == short_device(source)]
        if target is not None:
            found = [transfer for transfer in found if transfer.target == short_device(target)]
        return sorted(found, key=lambda transfer: -transfer.bytes)

    def table(self) -> str:
        """Returns a text of how many kernels of each op type ran on each device, and of what crossed."""
        count = Counter((kernel.op, kernel.device) for kernel in self._kernels)
        devices = sorted({device for _, device in count})
        rows = [["op", *devices]]
        for op in sorted({op for op, _ in count}):
            rows.append([op, *(str(count[op, device] or "") for device in devices)])
        between = Counter[tuple[str, str]]()
        for (_, source, target), size in self._bytes.items():
            between[source, target] += size
        crossed = [["from", "to", "bytes"]] + [
            [*pair, str(size)] for pair, size in sorted(between.items(), key=lambda item: (-item[1], item[0]))
        ]
        return _aligned(rows) + ("\n\n" + _aligned(crossed) if between else "")

    def kernel(self, op: str, name: str, device: str) -> None:
        """Notes that an op ran; what the runtime adds to move values is no op."""
        if op not in _PLUMBING:
            self._kernels[Kernel(_plain(op), _plain(name), short_device(device))] = None

    def transfer(self, name: str, source: str, target: str, size: int, times: int) -> None:
        """Notes that a value crossed."""
        key = _plain(name), short_device(source), short_device(target)
        self._bytes[key] += size * times
        self._times[key] += times


@contextmanager
def placement(*, once_initialised: bool = False) -> Iterator[Placement]:
    """Records on which device the kernels in the block really ran, with or without emulation.

        with emulate.placement() as ops:
            step(batch)
        ops.assert_spread("MatMul", 2)
        assert not ops.transfers("/gpu:0", "/gpu:1")

    What is recorded is what C++ decided, not what was asked for: for eager ops and `tf.function`s the graphs
    that each device's executor runs (after optimisation: an op that was folded away, or fused into the one
    before it, is gone), known when the block ends; for Sessions the step statistics of each `run`. Kernels
    of functions that TensorFlow inlined count; those that run inside a `tf.data` pipeline, inside an XLA
    program, through `Session.make_callable` or `partial_run` do not. Entering clears TensorFlow's cache of
    kernels, so the first step is slow and eager random ops with a seed start again; TensorFlow's devices
    are initialised, unless it is to wait until they are (`once_initialised`), so that the block may configure
    them. Blocks do not nest, nor work inside `tf.summary.trace_on`.
    """
    from . import _tf

    ops = Placement()
    with _tf.record_kernels(ops, once_initialised=once_initialised):
        yield ops


def _aligned(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def short_device(device: str) -> str:
    """Returns `/gpu:1` for any spelling of a device of this process, a full name for another task's.

    Args:
        device: a name as TensorFlow gives it, such as "/job:localhost/replica:0/task:0/device:GPU:1".
    """
    parts = [part for part in device.lower().split("/") if part]
    kept = [part.removeprefix("device:") for part in parts if not part.startswith("replica:")]
    if "job:localhost" in kept:
        kept = kept[-1:]
    return "/" + "/".join(kept)


def _plain(op: str) -> str:
    """Returns the op type that a variant of a kernel computes: `MatMul` for `_MklMatMul` and `_FusedMatMul`.

    oneDNN has names of its own for CPU kernels, and the optimiser for an op with what follows it (a bias, an
    activation), which is then gone.
    """
    variant = _VARIANT.fullmatch(op)
    return variant[1] if variant is not None else op
