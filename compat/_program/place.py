"""Where a Program runs, and where its variables, queues, tables and iterators are."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import tensorflow as tf

from .. import _tf

_Result = TypeVar("_Result")
_numbers = itertools.count()


class Place:
    """This process, in which a Program shares its state with nobody; a subclass is a server."""

    target = b""
    is_shared = False  # whether the state is on servers, for others too, and stays when the Program is closed
    host = ""  # the device of this process on which results end, where there are other tasks

    def __init__(self) -> None:
        self.own_container = f"program{next(_numbers)}"  # of what is this Program's alone

    def container(self, name: str) -> str:
        """Where state is that the graph has in the container `name`, or in none."""
        return f"{self.own_container}.{name}" if name else self.own_container

    def settle(self, program: Any) -> None:
        """Give the state of the graph that has no device yet the one that it is to have."""

    def device(self, op: Any) -> str:
        """The device that `op` has in a step."""
        return str(op.device)

    def device_of(self, op: Any) -> str:
        """The device on which the resource `op` is, the same for every step of the program.

        A session places a graph as a whole: what nobody placed goes to the host if it, or one of its users,
        can run nowhere else.
        """
        if op.device or not tf.config.list_logical_devices("GPU"):
            return str(op.device)
        return f"/device:{best_kind(op)}:0"

    def is_elsewhere(self, op: Any) -> bool:
        """Whether the resource `op` is in another process."""
        del op
        return False

    def lead(self, variables: Sequence[Any]) -> None:
        """Be the process that gives these variables, by the operations of their handles, their values.

        Raises:
          ClusterError: another one does so, for one that both share.
        """
        del variables

    def lead_no_more(self) -> None:
        """Let another process do so."""

    def devices(self) -> Sequence[Any]:
        """All devices, with their `name` and `device_type`."""
        return list(tf.config.list_logical_devices())

    def call(
        self, function: Callable[[], _Result], runs: str | None = None, devices: Collection[str] = ()
    ) -> _Result:
        """What `function` returns, which runs something, and of TensorFlow's functions the one named `runs`.

        Those `devices` have a part in it.

        Raises:
          ClusterError: it waits for a task that has fallen silent.
        """
        del runs, devices
        return function()


def best_kind(op: Any) -> str:
    """The kind of device for the resource `op`, where both are there."""
    kinds = {op.type, *(user.type for user in op.outputs[0].consumers())}
    return "GPU" if all(_tf.runs_on_gpu(kind) for kind in kinds) else "CPU"
