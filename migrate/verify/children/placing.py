"""Records on which devices a program's operations run, and where its variables are."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import emulate

from ..placements import Crossing, Located, Placement, write_placement
from ..records import steps_so_far

_VARIABLES = frozenset({"VarHandleOp", "Variable", "VariableV2"})
# What computes nothing: constants, and what reads, names or orders other values.
_SILENT = frozenset({"Const", "Identity", "NoOp", "ReadVariableOp"}) | _VARIABLES
_REPLICA = re.compile(r"(?:^|(?<=/))replica_\d+/")
_FOLDED = re.compile(r"^(?:ConstantFolding|LayoutOptimizer|ArithmeticOptimizer)/")
_DEPTH = 2  # of the scopes that are told apart, such as a tower and a layer in it


class Placing:
    """What is on each device, from when TensorFlow has devices on, until it is kept in the folder `record`.

    `variables` tells where those are that no session has. `task` is this process in a cluster, such as
    `worker-0`: devices that are of no task are its own.
    """

    def __init__(
        self,
        record: Path,
        variables: Callable[[], Mapping[str, Sequence[str]]] = lambda: {},
        task: str | None = None,
    ) -> None:
        self._record = record
        self._task = "/job:{}/task:{}".format(*task.split("-")) if task is not None else ""
        self._variables = variables
        self._block = emulate.placement(once_initialised=True)
        self._kernels = self._block.__enter__()
        self._is_kept = False

    def keep(self) -> None:
        """Write what was seen, once."""
        if self._is_kept:
            return
        self._is_kept = True
        self._block.__exit__(None, None, None)
        write_placement(self._record, self._placement())

    def _placement(self) -> Placement:
        scopes = defaultdict[str, Counter[str]](Counter)
        variables = defaultdict[str, dict[str, None]](dict)
        for kernel in self._kernels:
            if kernel.op in _VARIABLES and kernel.name not in _VARIABLES:
                variables[self._whole(kernel.device)][kernel.name] = None
            elif kernel.op not in _SILENT:
                scopes[self._whole(kernel.device)][_scope(kernel.name)] += 1
        for name, devices in self._variables().items():
            for device in devices:
                variables[self._whole(emulate.short_device(device))][name] = None
        crossed = Counter[tuple[str, str]]()
        for transfer in self._kernels.transfers():
            source, target = self._whole(transfer.source), self._whole(transfer.target)
            if source != target:
                crossed[source, target] += transfer.bytes
        return Placement(
            steps_so_far(self._record),
            tuple(
                Located(device, dict(scopes[device].most_common()), tuple(sorted(variables[device])))
                for device in sorted({*scopes, *variables})
            ),
            tuple(Crossing(*pair, size) for pair, size in sorted(crossed.items()) if size),
        )

    def _whole(self, device: str) -> str:
        return device if device.startswith("/job:") else self._task + device


def _scope(name: str) -> str:
    """The scopes that a kernel is in; what computes a gradient is in those of what that is of."""
    name = _REPLICA.sub("", _FOLDED.sub("", name)).rpartition("gradients/")[2]
    return "/".join(part.removesuffix("_grad") for part in name.split("/")[:-1][:_DEPTH])
