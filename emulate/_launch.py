"""Running a program with emulated devices, in a process group of its own that never outlives the launcher."""

import dataclasses
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from . import _guard as guard
from . import _inject as inject
from . import _journal as journal
from ._child import PLACEMENT_VARIABLE
from ._errors import EmulateError
from ._groups import Guard, mark_of
from ._mask import MASK_VARIABLE, hides_all
from ._request import REQUEST_VARIABLE, Request

_GRACE_SECONDS = 5.0
_LEFTOVER_SECONDS = 1.0
_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_INJECTED = str(Path(inject.__file__).resolve().parent)
# Python's options that keep `sitecustomize` from running, and those that take the next word as their value.
_ISOLATING = frozenset("EIS")
_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")


def run(command: list[str], wanted: Request, *, placement: bool = False) -> int:
    """Runs a command on emulated devices and returns its exit status; 1 if names collapsed and it was 0.

    Raises:
        EmulateError: the command, or the script that Python is to run, is not there; or Python is told to
            ignore its environment, through which emulation comes.
    """
    check_command(command)
    with tempfile.TemporaryDirectory(prefix="emulate-") as folder:
        path = Path(folder) / "journal"
        path.touch()
        variables = environment(wanted, path)
        tables = Path(folder) / "placement"
        if placement:
            variables.update(placement_variable(tables))
        status = _run_group(command, variables)
        for table in read_tables(tables) if placement else ():
            print(table)
        started, collapses = journal.read(path)
    for message in collapses:
        print(f"emulate: {message}", file=sys.stderr)
    if not started and status == 0:
        print(
            "emulate: nothing was emulated: the program did not import TensorFlow, or a shell in it replaces "
            "PYTHONPATH",
            file=sys.stderr,
        )
    return 1 if collapses and status == 0 else status


def environment(wanted: Request | None, path: Path) -> dict[str, str]:
    """Returns the variables that make every Python below emulate, and write to the journal at `path`.

    Nothing is emulated if nothing is wanted; the journal, and what else comes by injection, is there still.
    """
    variables = dict(os.environ)
    variables[REQUEST_VARIABLE] = ""  # a launcher that is emulated itself hands on no emulation of its own
    if wanted is not None:
        if hides_all(variables.get(MASK_VARIABLE), wanted.gpus):
            wanted = dataclasses.replace(wanted, host_mask=variables.pop(MASK_VARIABLE))
        variables.update(wanted.to_environment())
    variables[journal.JOURNAL_VARIABLE] = str(path)
    paths = [_INJECTED, variables.get("PYTHONPATH", "")]
    variables["PYTHONPATH"] = os.pathsep.join(entry for entry in paths if entry)
    return variables


def placement_variable(folder: Path) -> dict[str, str]:
    """Returns the variable that makes every Python below write its placement to a folder, and makes that."""
    folder.mkdir(exist_ok=True)
    return {PLACEMENT_VARIABLE: str(folder)}


def read_tables(folder: Path) -> list[str]:
    """Returns what the processes wrote to the folder of `placement_variable`, each with its number."""
    tables = sorted(folder.iterdir())
    return [f"placement of process {table.name}:\n{table.read_text(encoding='utf-8')}" for table in tables]


def check_command(command: list[str]) -> None:
    """Raises `EmulateError` if a command, or the script that it has Python run, is not there."""
    program = command[0]
    if shutil.which(program) is None:
        raise EmulateError(f"{program}: no such program, or it is not executable")
    if Path(program).name.startswith("python"):
        _check_python(command[1:])


def _check_python(arguments: list[str]) -> None:
    """Checks what Python is told to run, as far as its own options say it."""
    words = iter(arguments)
    for word in words:
        if word in ("-", "-c", "-m"):
            return
        if not word.startswith("-"):
            if not Path(word).exists():
                raise EmulateError(f"{word}: no such script")
            return
        if not word.startswith(("--", "-W", "-X")) and _ISOLATING.intersection(word):
            raise EmulateError(f"python {word}: emulation comes through the environment, which this ignores")
        if word in _WITH_VALUE:
            next(words, None)


def _run_group(command: list[str], environment: dict[str, str]) -> int:
    """Runs the command in a group of its own and returns its status as a shell would."""
    group = _Group()
    watch = Guard()
    mark = mark_of(environment)
    with group.forwarding_signals():
        try:
            program = subprocess.Popen(command, env=environment, preexec_fn=watch.entering(os.setpgrp, mark))
        except OSError as error:
            raise EmulateError(f"{command[0]}: {error.strerror}") from error
        group.follow(program.pid)
        with _terminal_lent_to(program.pid):
            status = program.wait()
        if group.was_interrupted():
            guard.end(program.pid, mark)
    watch.forget(program.pid)  # what it left running on purpose stays
    watch.close()
    return status if status >= 0 else 128 - status


class _Group:
    """The program's process group: gets the launcher's signals, and is gone soon after one of them."""

    def __init__(self) -> None:
        self._leader: int | None = None
        self._received: int | None = None

    @contextmanager
    def forwarding_signals(self) -> Iterator[None]:
        """Hands signals for the launcher to the group while the block runs."""
        before = {number: signal.signal(number, self._forward) for number in _FORWARDED}
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._kill)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)

    def follow(self, leader: int) -> None:
        """Takes the group that `leader` leads; a signal that came while it started is handed on now."""
        self._leader = leader
        if self._received is not None:
            self._forward(self._received, None)

    def was_interrupted(self) -> bool:
        """Whether a signal came; after one, gives what the program left running a moment to end."""
        if self._received is None:
            return False
        deadline = time.monotonic() + _LEFTOVER_SECONDS
        while time.monotonic() < deadline and self._send(0):
            time.sleep(0.02)
        return True

    def _forward(self, number: int, frame: FrameType | None) -> None:
        self._received = number
        if self._send(number):
            signal.setitimer(signal.ITIMER_REAL, _GRACE_SECONDS)

    def _kill(self, number: int, frame: FrameType | None) -> None:
        self._send(signal.SIGKILL)

    def _send(self, number: int) -> bool:
        """Sends a signal to the group and returns whether there was anyone to get it."""
        if self._leader is None:
            return False
        try:
            os.killpg(self._leader, number)
        except ProcessLookupError:
            return False
        return True


@contextmanager
def _terminal_lent_to(group: int) -> Iterator[None]:
    """Puts a group in the terminal's foreground, as a shell does: it may read, and gets Ctrl-C itself."""
    if not os.isatty(0) or os.tcgetpgrp(0) != os.getpgrp():
        yield
        return
    before = signal.signal(
        signal.SIGTTOU, signal.SIG_IGN
    )  # taking the terminal back is done from the background
    os.tcsetpgrp(0, group)
    try:
        yield
    finally:
        os.tcsetpgrp(0, os.getpgrp())
        signal.signal(signal.SIGTTOU, before)
