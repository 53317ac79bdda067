"""Starts the processes that run the two programs, and sees to it that none outlives its time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .parity import ParityError

_CHILD = Path(__file__).parent / "children" / "__main__.py"
_TAIL_LINES = 30
_TAIL_BYTES = 16_384
_SECONDS_TO_DUMP = 1.0


@dataclass(frozen=True)
class Assignment:
    """What a child process is to run and to record.

    `plant` is the record whose initial values the program's variables get; `None` on the original's side.
    """

    side: str
    script: Path
    arguments: tuple[str, ...]
    gpus: int
    steps: int | None
    record: Path
    plant: Path | None = None
    references: bool = False


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
    errors = assignment.record / "stderr.txt"
    with _lifeline() as lifeline, _outputs(assignment.record) as (out, err):
        child = start_process(_command(assignment, lifeline), _environment(), lifeline, out, err)
        try:
            status = child.wait(timeout)
        except subprocess.TimeoutExpired:
            _dump_stacks(child)
            raise ParityError(
                f"the {assignment.side} program was still running after {timeout:g} s, and was ended: "
                f"{assignment.script}{_tail(errors)}"
            ) from None
        finally:
            _end_group(child)
    if status != 0:
        raise ParityError(
            f"the {assignment.side} program {_ended(status)}: {assignment.script}{_tail(errors)}"
        )


def _command(assignment: Assignment, lifeline: int) -> Sequence[str]:
    command = [sys.executable, str(_CHILD), "--side", assignment.side]
    command += ["--record", str(assignment.record), "--gpus", str(assignment.gpus)]
    command += ["--lifeline", str(lifeline)]
    if assignment.steps is not None:
        command += ["--steps", str(assignment.steps)]
    if assignment.plant is not None:
        command += ["--plant", str(assignment.plant)]
    if assignment.references:
        command.append("--references")
    return [*command, "--", str(assignment.script), *assignment.arguments]


def _environment() -> dict[str, str]:
    environment = {"TF_CPP_MIN_LOG_LEVEL": "2", **os.environ}
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


@contextlib.contextmanager
def _outputs(folder: Path) -> Iterator[tuple[int, int]]:
    with open(folder / "stdout.txt", "wb") as out, open(folder / "stderr.txt", "wb") as err:
        yield out.fileno(), err.fileno()


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


def _ended(status: int) -> str:
    if status > 0:
        return f"ended with status {status}"
    return f"was killed by {signal.Signals(-status).name}"


def _tail(path: Path) -> str:
    with open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        lines = file.read().decode(errors="replace").rstrip().splitlines()
    if not lines:
        return " (it wrote nothing to stderr)"
    return "\n  " + "\n  ".join(lines[-_TAIL_LINES:])
