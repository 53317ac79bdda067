"""How programs are run that are compared: the options of `verify`, and of `rewrite --verify`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from migrate.errors import UsageError

if TYPE_CHECKING:
    from migrate.verify import Program, Request, Tasks

_TOLERANCE = 1e-6
_TOLERANCE_OF_ORACLE = 1e-3  # TensorFlow 1.15 has other kernels

_Command = Callable[..., Any]


@dataclass(frozen=True)
class Runs:
    """What the options say; those that were not given have the values here."""

    gpus: int | None = None
    ps: int = 0
    workers: int = 0
    chief: int = 0
    steps: int | None = None
    runs: int = 1
    tolerance: float | None = None
    timeout: float = 600.0
    memory: float | None = None
    checkpoints: bool = False
    placement: bool = False
    ignored: tuple[str, ...] = ()
    real_gpus: bool = False

    def request(
        self,
        original: Program,
        other: Program,
        arguments: Sequence[str],
        oracle: Path | None = None,
        *,
        is_rewritten: bool = False,
    ) -> tuple[Request, str]:
        """What is to be compared, and on which devices or tasks, in words.

        `is_rewritten`: the original is a program that the rewriter takes, and the other is what it makes.

        Raises:
          UsageError: the tasks are no cluster, or the program is a notebook.
        """
        from migrate.verify import Devices, Request, devices_for, is_tensorflow_1  # it loads NumPy
        from migrate.verify.memory import default_memory

        script = original.root / original.entry
        if script.suffix == ".ipynb":
            raise UsageError(
                f"{original.entry}: no Python runs a notebook; compare what jupyter nbconvert --to script "
                "makes of it, before and after"
            )
        tasks = self._tasks(oracle)
        alone = tasks is None or self.gpus
        devices = devices_for(script, arguments, self.gpus) if alone else Devices(0, "of each worker")
        default = _TOLERANCE if oracle is None else _TOLERANCE_OF_ORACLE
        request = Request(
            original,
            other,
            is_rewritten or is_tensorflow_1(script, otherwise=True),
            not is_rewritten and is_tensorflow_1(other.root / other.entry, otherwise=False),
            tuple(arguments),
            devices.gpus,
            steps=self.steps,
            runs=self.runs,
            tolerance=default if self.tolerance is None else self.tolerance,
            timeout=self.timeout,
            memory=default_memory() if self.memory is None else self.memory,
            checkpoints=self.checkpoints,
            placement=self.placement,
            ignored=frozenset(self.ignored),
            oracle=oracle,
            cluster=tasks,
            real_gpus=self.real_gpus,
        )
        return request, str(devices if tasks is None else tasks)

    def _tasks(self, oracle: Path | None) -> Tasks | None:
        from migrate.verify import Tasks

        if not self.ps and not self.workers and not self.chief:
            return None
        if not self.workers and not self.chief:
            raise UsageError("--ps: a cluster that trains has --workers, too")
        if oracle is not None:
            raise UsageError("--oracle: TensorFlow 1.15 runs no clusters here; leave it out")
        return Tasks(self.ps, self.workers, self.chief)


def run_options(text: str = "") -> Callable[[_Command], _Command]:
    """The options, each with `text` before its help; the command has them as `how`, a `Runs`."""

    def decorate(command: _Command) -> _Command:
        @functools.wraps(command)
        def with_runs(*args: Any, **given: Any) -> Any:
            how = Runs(**{one.name: given.pop(one.name) for one in fields(Runs)})
            return command(*args, how=how, **given)

        decorated: _Command = with_runs
        for names, told, options in reversed(_OPTIONS):
            decorated = click.option(*names, help=text + told, **options)(decorated)
        return decorated

    return decorate


_COUNT = click.IntRange(min=0)
_POSITIVE = click.IntRange(min=1)
_ABOVE_ZERO = click.FloatRange(min=0, min_open=True)
_OPTIONS: tuple[tuple[tuple[str, ...], str, dict[str, Any]], ...] = (
    (("--gpus",), "Emulated GPUs; by default as needed.", {"type": _POSITIVE, "metavar": "N"}),
    (
        ("--real-gpus",),
        "Split the host's own GPUs; by default they are hidden, since their sums differ from run to run.",
        {"is_flag": True},
    ),
    (("--ps",), "A cluster with N parameter servers.", {"type": _COUNT, "default": 0, "metavar": "N"}),
    (("--workers",), "A cluster with N workers.", {"type": _COUNT, "default": 0, "metavar": "N"}),
    (("--chief",), "A cluster with a chief.", {"type": click.IntRange(0, 1), "default": 0, "metavar": "N"}),
    (("--steps",), "End both after N steps.", {"type": _POSITIVE, "metavar": "N"}),
    (
        ("--runs",),
        "Where unseeded random numbers remain, compare what N runs of each come to.",
        {"type": _POSITIVE, "default": 1, "metavar": "N"},
    ),
    (
        ("--tolerance",),
        f"How far numbers may be apart, those beyond 1 relatively (default {_TOLERANCE:g}).",
        {"type": click.FloatRange(min=0), "metavar": "X"},
    ),
    (
        ("--timeout",),
        "How long each run may take.",
        {"type": _ABOVE_ZERO, "default": 600.0, "metavar": "SECONDS", "show_default": True},
    ),
    (
        ("--memory",),
        "How much memory each run may use (default: 80 % of the machine's).",
        {"type": _ABOVE_ZERO, "metavar": "GIB"},
    ),
    (("--checkpoints",), "Compare what they save, too.", {"is_flag": True}),
    (
        ("--placement",),
        "Run each once more, for a few steps, to report what runs on which device.",
        {"is_flag": True},
    ),
    (
        ("--no-compare", "ignored"),
        "Do not compare this.",
        {"multiple": True, "type": click.Choice(["stdout", "scalars"])},
    ),
)
