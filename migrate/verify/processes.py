"""Starts the processes that run the two programs, and sees to it that none outlives its time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .devices import GPU_MASK, NO_GPU
from .ending import Ending, read_ending
from .memory import used_by
from .output import kept
from .parity import ParityError
from .records import steps_so_far

_CHILD = Path(__file__).parent / "children" / "__main__.py"
_ORACLE = Path(__file__).parent / "children" / "oracle.py"
_CLUSTER = Path(__file__).parent / "children" / "cluster.py"
_PRINTED_BY_TASKS = ("tasks/*/stdout.txt", "logs/*")  # of a cluster: see children/cluster.py
_MOST_PRINTED_BY_TASKS = 1 << 30
_SECONDS_TO_DUMP = 1.0
_SECONDS_BETWEEN_LOOKS = 0.5


@dataclass(frozen=True)
class Tasks:
    """How many tasks of each job a cluster has; those of `ps` serve until the others have ended."""

    ps: int
    workers: int
    chief: int = 0

    @property
    def races(self) -> bool:
        """Whether several tasks train, in an order that changes from run to run."""
        return self.workers + self.chief > 1

    def options(self) -> list[str]:
        """The options of a child process that runs them."""
        return ["--ps", str(self.ps), "--workers", str(self.workers), "--chief", str(self.chief)]

    def __str__(self) -> str:
        jobs = {"ps": self.ps, "worker": self.workers, "chief": self.chief}
        named = ((job if count == 1 or job == "ps" else f"{job}s", count) for job, count in jobs.items())
        return "a cluster of " + ", ".join(f"{count} {name}" for name, count in named if count)


@dataclass(frozen=True)
class Assignment:
    """What a child process is to run and to record.

    Attributes:
      side: what messages call the program, such as `original`.
      script: the program.
      arguments: its command line.
      gpus: how many emulated GPUs it sees.
      steps: after how many steps it is ended; `None`: not.
      record: the empty folder for its record.
      as_tensorflow_1: whether `import tensorflow` is to give it `compat.tf1`.
      folder: where it runs, and whose lines are its own; by default here, and the lines beside the script.
      plant: the record whose initial values its variables get, if any.
      names: a JSON file with the names of variables there, where they differ from its own.
      chance: where Python's and NumPy's random numbers begin; `None`: anywhere.
      checkpoints: whether the numbers in its checkpoints are kept.
      interpreter: a Python that has TensorFlow 1 itself; `None`: this one.
      references: whether its variables are TF 1's own, in place of resource variables.
      placement: whether it is recorded what runs on which device.
      cluster: the tasks, all of which run it, if it is a program of a cluster.
      real_gpus: whether the host's own GPUs are split where there are some, and not hidden.
    """

    side: str
    script: Path
    arguments: tuple[str, ...]
    gpus: int
    steps: int | None
    record: Path
    as_tensorflow_1: bool = False
    folder: Path | None = None
    plant: Path | None = None
    names: Path | None = None
    chance: int | None = None
    checkpoints: bool = False
    interpreter: Path | None = None
    references: bool = False
    placement: bool = False
    cluster: Tasks | None = None
    real_gpus: bool = False


def start_process(
    command: Sequence[str], environment: dict[str, str], lifeline: int, out: int, err: int
) -> subprocess.Popen[bytes]:
    """Start a process that leads a group of its own; most of the project's tests fork one in its place."""
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        pass_fds=[lifeline],
        start_new_session=True,
    )


def run_child(assignment: Assignment, timeout: float) -> None:
    """Run a program to its end or through its steps.

    Raises:
      ParityError: it failed, or it ran longer than `timeout` seconds; the message ends with its last lines.
    """
    ending = run(assignment, timeout)
    if ending.kind == "late":
        raise ParityError(
            f"the {assignment.side} program was still running after {timeout:g} s, and was ended: "
            f"{assignment.script}{ending.tail()}"
        )
    if ending.status != 0:
        ended = f"ended with status {ending.status}" if ending.status > 0 else str(ending)
        raise ParityError(f"the {assignment.side} program {ended}: {assignment.script}{ending.tail()}")


def run(
    assignment: Assignment,
    timeout: float,
    progress: Callable[[int], None] = lambda steps: None,
    memory: float | None = None,
) -> Ending:
    """Run a program, and tell how it ended; `progress` is called now and then with its number of steps.

    It is ended after `timeout` seconds, and where it uses more than `memory` gibibytes.
    """
    with (
        _lifeline() as lifeline,
        kept(assignment.record / "stdout.txt") as (out, printed),
        kept(assignment.record / "stderr.txt") as (err, _),
    ):
        environment = _environment(assignment)
        if assignment.interpreter is not None:
            environment.pop("PYTHONPATH", None)  # another Python's packages
        child = start_process(_command(assignment, lifeline), environment, lifeline, out, err)
        try:
            status = _wait(child, assignment.record, timeout, memory, progress)
            if isinstance(status, str):
                _dump_stacks(child)
        finally:
            _end_group(child)
    if isinstance(status, str):
        return Ending(status, -signal.SIGKILL, assignment.record, lost=printed.lost)
    return read_ending(assignment.record, status, printed.lost)


def _wait(
    child: subprocess.Popen[bytes],
    record: Path,
    timeout: float,
    memory: float | None,
    progress: Callable[[int], None],
) -> int | str:
    """The child's status; or the kind of its ending, if it runs for longer or uses more than it may."""
    end = time.monotonic() + timeout
    while True:
        left = end - time.monotonic()
        try:
            return child.wait(max(0.0, min(left, _SECONDS_BETWEEN_LOOKS)))
        except subprocess.TimeoutExpired:
            if left <= 0:
                return "late"
            if memory is not None and used_by(child.pid) > memory * (1 << 30):
                return "large"
            printed = (path.stat().st_size for files in _PRINTED_BY_TASKS for path in record.glob(files))
            if sum(printed) > _MOST_PRINTED_BY_TASKS:
                return "wordy"
            progress(steps_so_far(record))


def _command(assignment: Assignment, lifeline: int) -> Sequence[str]:
    interpreter = sys.executable if assignment.interpreter is None else str(assignment.interpreter)
    child = _CHILD if assignment.interpreter is None else _ORACLE
    command = [interpreter, str(child if assignment.cluster is None else _CLUSTER)]
    command += ["--record", str(assignment.record), "--gpus", str(assignment.gpus)]
    command += ["--lifeline", str(lifeline)]
    if assignment.cluster is not None:
        command += assignment.cluster.options()
    for option in ("steps", "folder", "plant", "names", "chance"):
        value = getattr(assignment, option)
        if value is not None:
            command += [f"--{option}", str(value)]
    for flag in ("as_tensorflow_1", "checkpoints", "references", "placement"):
        if getattr(assignment, flag):
            command.append(f"--{flag.replace('_', '-')}")
    return [*command, "--", str(assignment.script), *assignment.arguments]


def _environment(assignment: Assignment) -> dict[str, str]:
    environment = {"TF_CPP_MIN_LOG_LEVEL": "2", **os.environ}
    if not assignment.real_gpus:  # which add up in another order from run to run
        environment[GPU_MASK] = NO_GPU
    if assignment.chance is not None:  # the order of sets of strings, as of a vocabulary
        environment["PYTHONHASHSEED"] = str(assignment.chance)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # no trace in the programs' folders
    return environment


@contextlib.contextmanager
def _lifeline() -> Iterator[int]:
    """The read end of a pipe, for the child to watch: it closes when this process ends, however it ends."""
    read, write = os.pipe()
    try:
        yield read
    finally:
        os.close(read)
        os.close(write)


def _dump_stacks(child: subprocess.Popen[bytes]) -> None:
    """Have the child write where its threads are; see `children.__main__`."""
    child.send_signal(signal.SIGUSR1)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(_SECONDS_TO_DUMP)


def _end_group(child: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the child and of the processes it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
