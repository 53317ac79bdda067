"""What is done to a cluster's tasks, and when: kill, pause, slow down, restart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ._errors import EmulateError
from ._topology import Task, Topology

_SECONDS = re.compile(r"(\d+(?:\.\d+)?)s")
_FACTOR = re.compile(r"(\d+(?:\.\d+)?)x")
_STEP = re.compile(r"step=(\d+)")
_SHAPES = {
    "kill": "worker:1@step=20 or worker:1@10s",
    "pause": "worker:1@step=20,for=5s or worker:1@10s",
    "slow": "worker:2=5x or worker:2=5x@step=20",
    "restart": "worker:1 or worker:1=2s",
}
_PAUSE_SECONDS = 5.0
_RESTART_SECONDS = 1.0


@dataclass(frozen=True)
class Fault:
    """One thing that is done to a task, once: at a step, some seconds after the start, or at the start.

    `amount` is for how many seconds a pause lasts, how many times slower a task gets, or how many seconds
    after it was killed a task is started again.
    """

    kind: str
    task: Task
    step: int | None = None
    seconds: float | None = None
    amount: float = 0.0


def parse(kind: str, text: str, topology: Topology) -> Fault:
    """Returns what an option such as `--kill worker:1@step=20` asks for.

    Raises:
        EmulateError: it is not of that shape, or the cluster has no such task.
    """
    target, at, when = text.partition("@")
    name, _, value = target.partition("=")
    when, _, lasting = when.partition(",for=")
    task = topology.find(name)
    step = _STEP.fullmatch(when)
    seconds = _SECONDS.fullmatch(when)
    length = _SECONDS.fullmatch(lasting)
    wrong = bool(at) != bool(step or seconds) or bool(lasting) != bool(length)
    amount = 0.0
    if kind == "kill":
        wrong |= not at or bool(value) or bool(lasting)
    elif kind == "pause":
        wrong |= not at or bool(value)
        amount = float(length[1]) if length else _PAUSE_SECONDS
    elif kind == "slow":
        factor = _FACTOR.fullmatch(value)
        amount = float(factor[1]) if factor else 0.0
        wrong |= amount <= 1 or bool(lasting)
    else:
        delay = _SECONDS.fullmatch(value)
        wrong |= bool(at) or bool(value) != bool(delay)
        amount = float(delay[1]) if delay else _RESTART_SECONDS
    if wrong:
        raise EmulateError(f"--{kind} {text}: write it as {_SHAPES[kind]}")
    return Fault(kind, task, int(step[1]) if step else None, float(seconds[1]) if seconds else None, amount)


class Faults:
    """The faults that are still to come, and how long after it was killed a task is started again."""

    def __init__(self) -> None:
        self._planned: list[Fault] = []
        self._delays: dict[Task, float] = {}

    def plan(self, kind: str, text: str, topology: Topology) -> None:
        """Adds what an option asks for, see `parse`."""
        fault = parse(kind, text, topology)
        if fault.kind == "restart":
            self._delays[fault.task] = fault.amount
        else:
            self._planned.append(fault)

    def take_due(self, steps: Mapping[Task, int], seconds: float) -> list[Fault]:
        """Returns, once, the faults whose time has come for tasks that run and have made so many steps."""
        due = [fault for fault in self._planned if fault.task in steps and _is_due(fault, steps, seconds)]
        for fault in due:
            self._planned.remove(fault)
        return due

    def next_step(self, task: Task) -> int:
        """Returns the step at which a task is to stop for its next fault; 0 if at none."""
        steps = [f.step for f in self._planned if f.task == task and f.step is not None and f.kind != "slow"]
        return min(steps, default=0)

    def restart_delay(self, task: Task) -> float | None:
        """Returns, once, how many seconds after it was killed a task is started again; None if it is not."""
        return self._delays.pop(task, None)


def _is_due(fault: Fault, steps: Mapping[Task, int], seconds: float) -> bool:
    if fault.seconds is not None:
        return seconds >= fault.seconds
    return fault.step is None or steps[fault.task] >= fault.step
